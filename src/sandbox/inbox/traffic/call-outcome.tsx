import { CircleAlert, Info } from 'lucide-preact';
import type { TrafficEntry } from '../../http/traffic.ts';
import type { CallWords } from './describe-call.ts';
import { explainOutcome } from './explain-outcome.ts';

/** Explains the answer; empty if nothing went wrong. */
export function CallOutcome({ call, words }: { readonly call: TrafficEntry; readonly words: CallWords }) {
  const outcome = explainOutcome(call, words);
  if (outcome === undefined) return null;
  const Icon = outcome.isTrouble ? CircleAlert : Info;
  return (
    <div class={`banner call-outcome${outcome.isTrouble ? ' is-warning' : ''}`}>
      <Icon size={17} aria-hidden="true" />
      <div>
        {outcome.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
