import { FileQuestion } from 'lucide-preact';
import { Notice } from '../../../page/parts/notice.tsx';
import { KeptDraft } from '../drafts/kept-draft.tsx';
import type { Draft } from '../drafts/use-draft.ts';
import { useTexts } from '../settings/language.tsx';

interface GoneProps {
  readonly subject: 'task' | 'transaction';
  readonly draft: Draft;
}

/** In place of what no longer exists: what was written there is kept. */
export function Gone({ subject, draft: { opinion, write } }: GoneProps) {
  const { task, buttons } = useTexts();
  return (
    <>
      <Notice icon={FileQuestion} {...task.gone[subject]} />
      {opinion.trim() === '' ? null : (
        <KeptDraft title={buttons.keptDraft} opinion={opinion} onDiscard={() => write('')} />
      )}
    </>
  );
}
