import { CloudOff, SearchX, TriangleAlert } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import type { AdminFailure } from '../data/call-admin.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Why there is nothing to show, and what to do. */
export function Failure({ failure, retry }: { readonly failure: AdminFailure; readonly retry: () => void }) {
  const texts = useTexts();
  if (failure.code === 'ERR_NOT_FOUND')
    return <Notice isPage icon={SearchX} title={texts.gone} hint={texts.goneHint} />;
  const isUnreachable = failure.code === 'ERR_UNREACHABLE';
  return (
    <div role="alert">
      <Notice
        icon={isUnreachable ? CloudOff : TriangleAlert}
        title={isUnreachable ? texts.failed : texts.refused}
        hint={isUnreachable ? undefined : failure.message}
      >
        <button type="button" class="button" onClick={retry}>
          {texts.retryCall}
        </button>
      </Notice>
    </div>
  );
}
