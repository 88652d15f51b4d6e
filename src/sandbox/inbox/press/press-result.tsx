import { CircleCheck, ExternalLink, Hourglass, Info, TriangleAlert, X } from 'lucide-preact';
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
  const { press, colon } = useTexts();
  const { headline, hint, systemWords, tone } = outcome;
  return (
    <div class={`result is-${tone}`} data-tone={tone}>
      <ResultIcon outcome={outcome} />
      <div>
        <p class="result-headline">{headline}</p>
        <p>{hint}</p>
        {systemWords === undefined ? null : (
          <p class="result-words">
            <span>
              {press.answered}
              {colon}
            </span>
            <q>{systemWords}</q>
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

function ResultIcon({ outcome: { tone, isWaiting = false, isTaken = false } }: Pick<PressResultProps, 'outcome'>) {
  const accent = isWaiting ? Hourglass : isTaken ? Info : ExternalLink;
  const icons = { success: CircleCheck, accent } as const;
  const Icon = tone === 'success' || tone === 'accent' ? icons[tone] : TriangleAlert;
  return <Icon size={20} aria-hidden="true" />;
}
