import type { ControlFailure } from '../control/call-control.ts';
import { useTexts } from '../settings/language.tsx';

export { FailureNotice } from '../../../page/parts/failure-notice.tsx';

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
