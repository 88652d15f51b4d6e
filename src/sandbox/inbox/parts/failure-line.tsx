import type { CallFailure } from '../../../page/data/call-json.ts';
import { useTexts } from '../settings/language.tsx';

/** Why something was not done. */
export function FailureLine({ failure }: { readonly failure: CallFailure | undefined }) {
  const { failure: texts } = useTexts();
  if (failure === undefined) return null;
  return (
    <p class="banner is-warning" role="alert">
      {failure.code === 'ERR_UNREACHABLE' ? texts.unreachable : <span lang="en">{failure.message}</span>}
    </p>
  );
}
