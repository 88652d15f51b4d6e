import { SearchX } from 'lucide-preact';
import { Notice } from '../parts/notice.tsx';
import { useTexts } from '../settings/language.tsx';

/** Of a list in which the search and the filters leave nothing: the way back to all of it. */
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
