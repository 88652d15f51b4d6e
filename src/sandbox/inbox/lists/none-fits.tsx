import { SearchX } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { useTexts } from '../settings/language.tsx';

/** Shown when no entry matches the search and the filters; offers to clear them. */
export function NoneFits({ onClear }: { readonly onClear: () => void }) {
  const { lists: texts } = useTexts();
  return (
    <Notice icon={SearchX} {...texts.noneFits}>
      <button type="button" class="button" onClick={onClear}>
        {texts.clear}
      </button>
    </Notice>
  );
}
