/** What a person who pressed is answered, in the words of the catalogue. */
import type { BridgeError } from '../../errors.ts';
import type { CountedButton } from '../../model/process-model.ts';
import type { Verdict, VerdictKind } from '../../protocol/verdict.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import { fillText } from '../../texts/fill-text.ts';

/** Why a press does nothing. The texts name no account but that of who pressed. */
const REFUSALS = {
  taskUnknown: 'unknown',
  taskFinished: 'stale',
  processOver: 'stale',
  usedUp: 'stale',
  notSuspended: 'stale',
  suspended: 'suspended',
  samePerson: 'invalid',
  onlyHandler: 'forbidden',
  onlyHandlerOrInitiator: 'forbidden',
  onlyInitiator: 'forbidden',
  onlyHandledBy: 'forbidden',
  onlyInvolved: 'forbidden',
  nodeUnknown: 'invalid',
  actionUnknown: 'invalid',
  actionMissing: 'invalid',
  nextNodeUnknown: 'invalid',
  nextNodeContradicts: 'invalid',
  keyReused: 'invalid',
} as const satisfies Readonly<Record<string, VerdictKind>>;
export type Refusal = keyof typeof REFUSALS;

export function refuse(refusal: Refusal, texts: Catalogue): Verdict {
  return { kind: REFUSALS[refusal], message: texts[`refused.${refusal}`] };
}

export function answerApplied({ label }: Pick<CountedButton, 'label'>, texts: Catalogue): Verdict {
  return { kind: 'applied', message: fillText(texts, 'done.press', { button: label }) };
}

/** The answer with the tasks that were taken from groups and that no report could name, where there are any. */
export function withUntold(
  done: Verdict,
  gone: readonly { readonly taskId: string; readonly isUntold: boolean }[],
  texts: Catalogue,
): Verdict {
  const untold = gone.filter(({ isUntold }) => isUntold).map(({ taskId }) => taskId);
  if (untold.length === 0) return done;
  const message = fillText(texts, 'done.untold', { done: done.message, tasks: untold.join(', ') });
  return { ...done, message, untold };
}

/**
 * The answer to a button that tells the process something, where nothing listens. Of one that may be used so many times
 * it is a refusal, since the center counts what was taken.
 */
export function answerUnheard({ label, times }: Pick<CountedButton, 'label' | 'times'>, texts: Catalogue): Verdict {
  const message = fillText(texts, 'done.unheard', { button: label });
  return { kind: times === undefined ? 'applied' : 'stale', message };
}

/** @param failure the code names the incident; its reason is in the words of operators */
export function answerFailed(
  { code, message: reason }: Pick<BridgeError, 'code' | 'message'>,
  texts: Catalogue,
): Verdict {
  return { kind: 'failed', message: fillText(texts, 'failed.step', { code, reason }) };
}
