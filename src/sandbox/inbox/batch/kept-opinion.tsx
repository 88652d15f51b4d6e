import { KeptDraft } from '../drafts/kept-draft.tsx';
import type { Draft } from '../drafts/use-draft.ts';
import { useTexts } from '../settings/language.tsx';

/** The opinion for a batch, where no task can be handled in one any more. */
export function KeptOpinion({ opinion, write }: Pick<Draft, 'opinion' | 'write'>) {
  const { batch: texts } = useTexts();
  if (opinion.trim() === '') return null;
  return (
    <div class="kept-opinion">
      <KeptDraft title={texts.keptOpinion} opinion={opinion} onDiscard={() => write('')} />
    </div>
  );
}
