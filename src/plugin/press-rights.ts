import type { ActionType } from '../protocol/action.ts';
import { TASK_HANDLING_MESSAGES } from '../protocol/error-codes.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** What somebody is to a task, or to its process. */
export type Relation = 'handler' | 'initiator' | 'handled-it';

/** What must hold for a button of a type to do anything. */
export interface Right {
  /** One of these is enough. */
  readonly who: readonly Relation[];
  readonly task: 'open' | 'any';
  readonly instance: 'running' | 'suspended' | 'alive';
}

/** Who may press which button, and when: all there is to it. The methods of the bridge are held to the same. */
export const PRESS_RIGHTS: Readonly<Record<ActionType, Right>> = {
  HANDLE: { who: ['handler'], task: 'open', instance: 'running' },
  TRANSFER: { who: ['handler'], task: 'open', instance: 'running' },
  CIRCULARIZE: { who: ['handler'], task: 'open', instance: 'running' },
  DEAL: { who: ['handler'], task: 'open', instance: 'running' },
  HANG_UP: { who: ['handler', 'initiator'], task: 'open', instance: 'running' },
  ACTIVE: { who: ['handler', 'initiator'], task: 'open', instance: 'suspended' },
  BREAK_UP: { who: ['initiator'], task: 'any', instance: 'alive' },
  REVOKE: { who: ['initiator'], task: 'any', instance: 'alive' },
  PROMOTER: { who: ['initiator'], task: 'any', instance: 'running' },
  HANDLEDR: { who: ['handled-it'], task: 'any', instance: 'running' },
  ALL: { who: ['handler', 'initiator', 'handled-it'], task: 'any', instance: 'running' },
};

const RELATION_WORDS: Readonly<Record<Relation, string>> = {
  handler: 'a handler of the task',
  initiator: 'the initiator of the process',
  'handled-it': 'the one who handled the task',
};

/** Refusal of somebody who is none of those the button is for. It names no account. */
export function refuseStranger({ who }: Right): Verdict {
  const words = who.map((relation) => RELATION_WORDS[relation]);
  const last = words.at(-1) ?? '';
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last;
  return { kind: 'forbidden', message: `only ${list} may do this` };
}

export interface PressedState {
  readonly task: TaskState;
  readonly instance: 'running' | 'suspended' | 'over';
}

/** Why a button does nothing as things stand now; undefined: it may. */
export function refuseState(right: Right, { task, instance }: PressedState): Verdict | undefined {
  const taskOver = right.task === 'open' && task !== 'IN_PROGRESS' && task !== 'SUSPENDED';
  if (taskOver) return STALE;
  if (instance === 'over') return OVER;
  if (right.instance === 'running' && instance === 'suspended') return SUSPENDED;
  if (right.instance === 'suspended' && instance === 'running') return NOT_SUSPENDED;
  return undefined;
}

/** Refusals in the words the person reads. They name no account but their own. */
export const UNKNOWN: Verdict = { kind: 'unknown', message: TASK_HANDLING_MESSAGES.taskUnknown };
export const STALE: Verdict = { kind: 'stale', message: TASK_HANDLING_MESSAGES.taskFinished };
export const OVER: Verdict = { kind: 'stale', message: 'this process is over' };
export const USED_UP: Verdict = { kind: 'stale', message: 'this button has been used as often as it may be' };
const SUSPENDED: Verdict = { kind: 'suspended', message: 'this process is suspended: activate it first' };
const NOT_SUSPENDED: Verdict = { kind: 'stale', message: 'this process is not suspended' };
export const SAME_PERSON: Verdict = { kind: 'invalid', message: 'the task is with this person already' };
export const KEY_REUSED: Verdict = { kind: 'invalid', message: 'this uuid was used before, with other parameters' };
