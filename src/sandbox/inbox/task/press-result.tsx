import { CircleCheck, ExternalLink, TriangleAlert, X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useTexts } from '../settings/language.tsx';
import type { PressOutcome } from './explain-press.ts';

interface PressResultProps {
  readonly outcome: PressOutcome;
  readonly onDismiss?: () => void;
  readonly children?: ComponentChildren;
}

/** The result of a press: what it means, what to do, and the message of the business system. */
export function PressResult({ outcome, onDismiss, children }: PressResultProps) {
  const { press } = useTexts();
  const { tone, headline, hint, systemWords } = outcome;
  const Icon = tone === 'success' ? CircleCheck : tone === 'accent' ? ExternalLink : TriangleAlert;
  return (
    <div class={`result is-${tone}`} data-tone={tone}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <p class="result-headline">{headline}</p>
        <p>{hint}</p>
        {systemWords === undefined ? null : (
          <p class="result-words">
            <span>{press.answered}:</span> <q>{systemWords}</q>
          </p>
        )}
        {children}
      </div>
      {onDismiss === undefined ? null : (
        <button
          type="button"
          class="tool result-close"
          aria-label={press.dismiss}
          title={press.dismiss}
          onClick={onDismiss}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
