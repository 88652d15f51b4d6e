/**
 * Who may press what, and when, as the interface and the operations of the bridge say it. Written by hand for the tests:
 * nothing here is taken from the code that decides.
 */
import type { ActionType } from '../../../src/index.ts';

/** What somebody is to a task or its process. */
export type Relation = 'handler' | 'initiator' | 'handled-it';

export type Answer = 'applied' | 'stale' | 'suspended' | 'forbidden';

/** The task waits, or is over; the process runs, is suspended, or is over. A task that waits has a process that is not over. */
export const COLUMNS = ['waits', 'done', 'waits, suspended', 'done, suspended', 'over'] as const;
export type Column = (typeof COLUMNS)[number];

export interface Statement {
  /** The lists of the center that show it (spec, Button visibility by list). */
  readonly lists: readonly ('pending' | 'handled' | 'initiated')[];
  /** One of these is enough; all others are forbidden, whatever the state. */
  readonly who: readonly Relation[];
  /** What they hear, in the order of {@link COLUMNS}. */
  readonly answers: readonly [Answer, Answer, Answer, Answer, Answer];
}

/** Handles the task, or is about one that waits. */
const ON_A_WAITING_TASK = ['applied', 'stale', 'suspended', 'stale', 'stale'] as const;
/** The task in the address only names the process. */
const ON_A_RUNNING_PROCESS = ['applied', 'applied', 'suspended', 'suspended', 'stale'] as const;
const ON_A_LIVING_PROCESS = ['applied', 'applied', 'applied', 'applied', 'stale'] as const;
const ON_A_SUSPENDED_PROCESS = ['stale', 'stale', 'applied', 'stale', 'stale'] as const;

export const STATEMENTS: Readonly<Record<ActionType, Statement>> = {
  HANDLE: { lists: ['pending'], who: ['handler'], answers: ON_A_WAITING_TASK },
  TRANSFER: { lists: ['pending'], who: ['handler'], answers: ON_A_WAITING_TASK },
  CIRCULARIZE: { lists: ['pending'], who: ['handler'], answers: ON_A_WAITING_TASK },
  DEAL: { lists: ['pending'], who: ['handler'], answers: ON_A_WAITING_TASK },
  HANG_UP: { lists: ['pending'], who: ['handler', 'initiator'], answers: ON_A_WAITING_TASK },
  ACTIVE: { lists: ['pending'], who: ['handler', 'initiator'], answers: ON_A_SUSPENDED_PROCESS },
  BREAK_UP: { lists: ['initiated'], who: ['initiator'], answers: ON_A_LIVING_PROCESS },
  REVOKE: { lists: ['initiated'], who: ['initiator'], answers: ON_A_LIVING_PROCESS },
  PROMOTER: { lists: ['initiated'], who: ['initiator'], answers: ON_A_RUNNING_PROCESS },
  HANDLEDR: { lists: ['handled'], who: ['handled-it'], answers: ON_A_RUNNING_PROCESS },
  ALL: {
    lists: ['pending', 'handled', 'initiated'],
    who: ['handler', 'initiator', 'handled-it'],
    answers: ON_A_RUNNING_PROCESS,
  },
};

/** Codes in the answer to a button; the HTTP status is 200, since calling again would change nothing. */
export const CODES: Readonly<Record<Answer, number>> = { applied: 0, stale: 2005, suspended: 423, forbidden: 403 };

/** What somebody with these relations hears who presses a button of this type. */
export function answerTo(type: ActionType, relations: readonly Relation[], column: Column): Answer {
  const { who, answers } = STATEMENTS[type];
  if (!who.some((relation) => relations.includes(relation))) return 'forbidden';
  return answers[COLUMNS.indexOf(column)] ?? 'forbidden';
}
