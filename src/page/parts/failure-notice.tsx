import { CloudOff, SearchX, TriangleAlert } from 'lucide-preact';
import type { CallFailure } from '../data/call-json.ts';
import { useTexts } from '../speech.tsx';
import { Notice } from './notice.tsx';

/** Why there is nothing to show, and what to do. */
export function FailureNotice({ failure, retry }: { readonly failure: CallFailure; readonly retry: () => void }) {
  const { failure: texts } = useTexts();
  if (texts.gone !== undefined && failure.isGone)
    return <Notice isPage icon={SearchX} title={texts.gone} hint={texts.goneHint} />;
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
