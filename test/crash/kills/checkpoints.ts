import type { CenterClient } from '../../../src/center/port.ts';
import type { Store } from '../../../src/store/store.ts';

/**
 * What each operation of the store is to a kill. `commits`: it stores something, and the load of the kill run calls it;
 * `by hand`: only an operator does, or who was taken for dead, or what a run cannot be made to do, in one transaction that
 * the suite of the store judges.
 */
const OPERATIONS: Record<keyof Store, 'commits' | 'reads' | 'by hand'> = {
  putDefinitions: 'commits',
  commitStep: 'commits',
  putPress: 'commits',
  putMessage: 'commits',
  leaseJobs: 'commits',
  beginJob: 'commits',
  retryJob: 'commits',
  failJob: 'commits',
  splitJob: 'commits',
  retryIncident: 'commits',
  resolveIncident: 'by hand',
  leaseTimerStarts: 'commits',
  moveTimerStart: 'commits',
  leaseWakeUps: 'commits',
  leaseOutbox: 'commits',
  settleOutbox: 'commits',
  leaseMessages: 'commits',
  settleMessage: 'commits',
  releaseLeases: 'commits',
  releaseLost: 'by hand',
  renewLeases: 'by hand',
  markTasksAnswered: 'commits',
  deferJob: 'commits',
  retryTimerStart: 'commits',
  beginWakeUp: 'commits',
  retryWakeUp: 'commits',
  retryOutbox: 'commits',
  skipOutbox: 'commits',
  retryMessage: 'commits',
  skipMessage: 'commits',
  failPress: 'commits',
  deleteExpired: 'commits',
  acknowledgeOutbox: 'by hand',
  confirmTasks: 'by hand',
  makeOutboxDue: 'by hand',
  makeJobDue: 'by hand',
  undeployDefinition: 'by hand',
  backup: 'reads',
  makeLatestDefinition: 'by hand',
  armTimerStarts: 'by hand',
  openIncident: 'by hand',
  putRestore: 'by hand',
  latestRestore: 'reads',
  putRequest: 'by hand',
  refuseRequest: 'by hand',
  getDefinition: 'reads',
  latestDefinition: 'reads',
  listLatestDefinitions: 'reads',
  listDefinitions: 'reads',
  listJobs: 'reads',
  countJobs: 'reads',
  getIncident: 'reads',
  getInstance: 'reads',
  getInstanceOfTask: 'reads',
  findInstanceByStartKey: 'reads',
  listInstances: 'reads',
  countInstances: 'reads',
  countTokens: 'reads',
  countProblems: 'reads',
  findSubscribers: 'reads',
  findSignalCatchers: 'reads',
  getTask: 'reads',
  listOpenTasks: 'reads',
  listTasks: 'reads',
  countTasks: 'reads',
  countSigningKeys: 'reads',
  getPress: 'reads',
  getJob: 'reads',
  listOutbox: 'reads',
  countOutbox: 'reads',
  getOutboxEntry: 'reads',
  getMessage: 'reads',
  listMessages: 'reads',
  countMessages: 'reads',
  listIncidents: 'reads',
  countIncidents: 'reads',
  listHistory: 'reads',
  countBacklog: 'reads',
  countUnsettled: 'reads',
  isOutboxOver: 'reads',
  nextDueAt: 'reads',
  close: 'reads',
  clock: 'reads',
  holder: 'reads',
  watchHolder: 'reads',
  countOpen: 'reads',
  newerMigrations: 'reads',
  connectionCounts: 'reads',
  checkSchema: 'reads',
};

const CALLS = ['handleTasks', 'sendMessage'] as const satisfies readonly (keyof CenterClient)[];
/** A press that arrived, a start, and a service that the host gave. */
const ENTRIES = ['press', 'start', 'service'] as const;

export const COMMITS: readonly string[] = Object.keys(OPERATIONS).filter(
  (name) => OPERATIONS[name as keyof Store] === 'commits',
);

/** `before`: it has not begun; `during`: it has begun and is not over; `after`: it is over, and nobody was told yet. */
const MOMENTS = ['before', 'during', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Where a process is killed: a moment of a point, e.g. `after commitStep`; or `at random`, wherever it is just then. */
export type Checkpoint = `${Moment} ${string}` | typeof AT_RANDOM;

export const AT_RANDOM = 'at random';

/** Passed at the start of a bridge, a moment after it, and at its very end: nothing else need be in flight there. */
export const OPENING: readonly Checkpoint[] = momentsOf('putDefinitions');
export const OPENED: readonly Checkpoint[] = momentsOf('deleteExpired');
export const CLOSING: readonly Checkpoint[] = momentsOf('releaseLeases');
/** Whatever is in flight there. */
export const IDLE: readonly Checkpoint[] = [...OPENING, ...OPENED, ...CLOSING];

/** What a bridge passes while it works. */
export const CHECKPOINTS: readonly Checkpoint[] = [...COMMITS, ...CALLS, ...ENTRIES]
  .flatMap(momentsOf)
  .filter((checkpoint) => !IDLE.includes(checkpoint));

function momentsOf(point: string): Checkpoint[] {
  return MOMENTS.map((moment): Checkpoint => `${moment} ${point}`);
}

/** What a process has begun and not ended. */
export interface Work {
  /** Presses, starts, wake-ups and commits. */
  readonly steps: number;
  /** Calls of services and messages between instances, from their lease to their end. */
  readonly jobs: number;
  /** Reports and messages for the center, likewise. */
  readonly deliveries: number;
}

/** Set in a process, and set off by itself: at the first of the checkpoints that is passed, or after a time. */
export interface Trap {
  readonly checkpoints: readonly Checkpoint[];
  /** Checkpoints that are passed unhurt first. */
  readonly skip: number;
  /** Of `during`: after so many turns; halved whenever it was over before them. */
  readonly turns: number;
  /** Then it goes off at random, as soon as a step, a job or a delivery is in flight; milliseconds. */
  readonly latestMs: number;
  /** It does not kill, but has the process stand still until it is sent SIGCONT. */
  readonly freezes?: boolean;
  /** It does not kill, but what has passed an `after` waits there until the trap is taken away; all else goes on. */
  readonly holds?: boolean;
}

/** A process killed itself here. */
export interface Landing {
  readonly checkpoint: Checkpoint;
  readonly work: Work;
}
