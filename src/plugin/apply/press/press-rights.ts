import type { ActionType, TaskState } from '../../../protocol/constants.ts';
import type { PressRefusal } from './verdicts.ts';

/** How a person is related to a task or its process. */
export type Relation = 'handler' | 'initiator' | 'handled-it';

/** Conditions under which a button of a type may be pressed. */
export interface Right {
  /** One of these is enough. */
  readonly who: readonly Relation[];
  /** The answer to everybody else. */
  readonly others: PressRefusal;
  readonly task: 'open' | 'any';
  readonly instance: 'running' | 'suspended' | 'alive';
}

const HANDLER = { who: ['handler'], others: 'onlyHandler' } as const;
const INITIATOR = { who: ['initiator'], others: 'onlyInitiator' } as const;
const EITHER = { who: ['handler', 'initiator'], others: 'onlyHandlerOrInitiator' } as const;
const HANDLED_BY = { who: ['handled-it'], others: 'onlyHandledBy' } as const;
const INVOLVED = { who: ['handler', 'initiator', 'handled-it'], others: 'onlyInvolved' } as const;

/** Who may press which button, and in which state. The methods of the bridge apply the same table. */
export const PRESS_RIGHTS: Readonly<Record<ActionType, Right>> = {
  HANDLE: { ...HANDLER, task: 'open', instance: 'running' },
  TRANSFER: { ...HANDLER, task: 'open', instance: 'running' },
  CIRCULARIZE: { ...HANDLER, task: 'open', instance: 'running' },
  DEAL: { ...HANDLER, task: 'open', instance: 'running' },
  HANG_UP: { ...EITHER, task: 'open', instance: 'running' },
  ACTIVE: { ...EITHER, task: 'open', instance: 'suspended' },
  BREAK_UP: { ...INITIATOR, task: 'any', instance: 'alive' },
  REVOKE: { ...INITIATOR, task: 'any', instance: 'alive' },
  PROMOTER: { ...INITIATOR, task: 'any', instance: 'running' },
  HANDLEDR: { ...HANDLED_BY, task: 'any', instance: 'running' },
  ALL: { ...INVOLVED, task: 'any', instance: 'running' },
};

/** The states of the pressed task and of its instance. */
export interface PressedState {
  readonly task: TaskState;
  readonly instance: 'running' | 'suspended' | 'over';
}

/** Returns why the state does not allow a press; undefined if it does. */
export function refuseState(right: Right, { task, instance }: PressedState): PressRefusal | undefined {
  const taskOver = right.task === 'open' && task !== 'IN_PROGRESS' && task !== 'SUSPENDED';
  if (taskOver) return 'taskFinished';
  if (instance === 'over') return 'processOver';
  if (right.instance === 'running' && instance === 'suspended') return 'suspended';
  if (right.instance === 'suspended' && instance === 'running') return 'notSuspended';
  return undefined;
}
