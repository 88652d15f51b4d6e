import { CloudOff, TriangleAlert } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import type { ControlFailure } from '../control/call-control.ts';
import { useTexts } from '../settings/language.tsx';

interface FailureNoticeProps {
  readonly failure: ControlFailure;
  readonly retry: () => void;
}

/** Why there is nothing to show, and what to do. */
export function FailureNotice({ failure, retry }: FailureNoticeProps) {
  const { failure: texts } = useTexts();
  const isUnreachable = failure.code === 'ERR_UNREACHABLE';
  return (
    <div role="alert">
      <Notice
        icon={isUnreachable ? CloudOff : TriangleAlert}
        title={isUnreachable ? texts.unreachable : texts.refused}
        hint={isUnreachable ? texts.unreachableHint : failure.message}
      >
        <button type="button" class="button" onClick={retry}>
          {texts.retry}
        </button>
      </Notice>
    </div>
  );
}

/** Why something was not done. */
export function FailureLine({ failure }: { readonly failure: ControlFailure | undefined }) {
  const { failure: texts } = useTexts();
  if (failure === undefined) return null;
  return (
    <p class="banner is-warning" role="alert">
      {failure.code === 'ERR_UNREACHABLE' ? texts.unreachable : <span lang="en">{failure.message}</span>}
    </p>
  );
}
