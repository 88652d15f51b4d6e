import { Trash2 } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../../page/parts/copy-button.tsx';
import { useTexts } from '../settings/language.tsx';

interface KeptDraftProps {
  /** Why it is kept. */
  readonly title: string;
  /** What happened to what it was written for. */
  readonly news?: ComponentChildren;
  readonly opinion: string;
  readonly onDiscard: () => void;
  /** More to do with it. */
  readonly children?: ComponentChildren;
}

/** An opinion that cannot be sent where it was written: to copy, or to discard. */
export function KeptDraft({ title, news, opinion, onDiscard, children }: KeptDraftProps) {
  const { copy, buttons: texts } = useTexts();
  return (
    <div class="banner kept-draft">
      <div>
        <p>{title}</p>
        <blockquote>{opinion}</blockquote>
        {news}
        <div class="actions">
          {children}
          <CopyButton text={opinion} label={copy} />
          <button type="button" class="button is-quiet is-small" onClick={onDiscard}>
            <Trash2 size={15} aria-hidden="true" /> {texts.discard}
          </button>
        </div>
      </div>
    </div>
  );
}
