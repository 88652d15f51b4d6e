import { TASK_HANDLING_MESSAGES } from '../protocol/error-codes.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** Refusals of a press, in the words the person reads. They name no account but their own. */
export const UNKNOWN: Verdict = { kind: 'unknown', message: TASK_HANDLING_MESSAGES.taskUnknown };
export const STALE: Verdict = { kind: 'stale', message: TASK_HANDLING_MESSAGES.taskFinished };
export const FORBIDDEN: Verdict = { kind: 'forbidden', message: 'only a handler of the task may press this button' };
export const KEY_REUSED: Verdict = { kind: 'invalid', message: 'this uuid was used before, with other parameters' };
