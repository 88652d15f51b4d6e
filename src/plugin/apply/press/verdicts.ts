/** Answers to a press, with texts of the catalogue. */
import { type BridgeError, StepError } from '../../../errors.ts';
import type { CountedButton } from '../../../model/nodes/button.ts';
import type { Verdict, VerdictKind } from '../../../protocol/verdict.ts';
import type { Catalogue } from '../../../texts/catalogue.ts';
import { fillText } from '../../../texts/fill-text.ts';

/** Reasons for refusing a press. The texts contain no account other than that of the person who pressed. */
const PRESS_REFUSALS = {
  taskUnknown: 'unknown',
  taskFinished: 'stale',
  processOver: 'stale',
  usedUp: 'stale',
  notSuspended: 'stale',
  suspended: 'suspended',
  samePerson: 'invalid',
  hasVote: 'forbidden',
  hasVoted: 'forbidden',
  votesLater: 'forbidden',
  notAllowed: 'forbidden',
  alreadyAsked: 'forbidden',
  askedTooDeep: 'invalid',
  askedTooMany: 'invalid',
  sharedTask: 'invalid',
  decidesNothing: 'invalid',
  signsUnclearly: 'invalid',
  noCountersign: 'invalid',
  notAsked: 'stale',
  notPassed: 'invalid',
  handledBySeveral: 'invalid',
  ownTask: 'invalid',
  nothingToClaim: 'stale',
  notClaimed: 'stale',
  onlyClaimer: 'forbidden',
  onlyAsker: 'forbidden',
  systemTask: 'forbidden',
  onlyHandler: 'forbidden',
  onlyHandlerOrInitiator: 'forbidden',
  onlyInitiator: 'forbidden',
  onlyHandledBy: 'forbidden',
  onlyInvolved: 'forbidden',
  nodeUnknown: 'invalid',
  buttonUnknown: 'invalid',
  nextNodeUnknown: 'invalid',
  nextNodeContradicts: 'invalid',
  keyReused: 'invalid',
} as const satisfies Readonly<Record<string, VerdictKind>>;
export type PressRefusal = keyof typeof PRESS_REFUSALS;

/** @param keys of the buttons that the task has */
export function refuse(refusal: PressRefusal, texts: Catalogue, keys: readonly string[] = []): Verdict {
  return {
    kind: PRESS_REFUSALS[refusal],
    message:
      refusal === 'buttonUnknown'
        ? fillText(texts, `refused.${refusal}`, { keys: keys.join(', ') })
        : texts[`refused.${refusal}`],
  };
}

/** The error of a step that refuses a press, because only the step knows the state of the process. */
export function refusedInStep(refusal: PressRefusal, message: string): StepError {
  return new StepError('ERR_STEP_FAILED', message, { details: { refusal } });
}

/** The refusal of {@link refusedInStep}; undefined: the step failed by another error. */
export function refusalOfStep(error: unknown): PressRefusal | undefined {
  return error instanceof StepError ? (error.details.refusal as PressRefusal | undefined) : undefined;
}

export function answerApplied({ label }: Pick<CountedButton, 'label'>, texts: Catalogue): Verdict {
  return { kind: 'applied', message: fillText(texts, 'done.press', { button: label }) };
}

/** Adds to an answer the group tasks that were removed and that no report could name, if there are any. */
export function withUnreported(
  done: Verdict,
  gone: readonly { readonly taskId: string; readonly isUnreported: boolean }[],
  texts: Catalogue,
): Verdict {
  const unreported = gone.filter(({ isUnreported }) => isUnreported).map(({ taskId }) => taskId);
  if (unreported.length === 0) return done;
  const message = fillText(texts, 'done.unreported', { done: done.message, tasks: unreported.join(', ') });
  return { ...done, message, unreported };
}

/**
 * The answer to a notifying button if no element waits for its message or signal. If the uses of the button are limited,
 * the press is refused, because the center counts accepted presses.
 */
export function answerUnmatched({ label, times }: Pick<CountedButton, 'label' | 'times'>, texts: Catalogue): Verdict {
  const message = fillText(texts, 'done.unmatched', { button: label });
  return { kind: times === undefined ? 'applied' : 'stale', message };
}

/** @param failure its code identifies the incident; its message is written for operators */
export function answerFailed(
  { code, message: reason }: Pick<BridgeError, 'code' | 'message'>,
  texts: Catalogue,
): Verdict {
  return { kind: 'failed', message: fillText(texts, 'failed.step', { code, reason }) };
}
