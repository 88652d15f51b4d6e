import type { AskMethods, Bridge, MessageRequest, StartOptions } from '../../../src/index.ts';
import type { Trap } from '../kills/checkpoints.ts';

/** How long what a dead process had leased stays with it, where others cannot know that it is dead. */
export interface Patience {
  readonly centerTimeoutMs: number;
  readonly deliveryLeaseMs: number;
  readonly jobTimeoutMs: number;
  readonly jobLeaseMs: number;
}

/** So that the others need not wait for long. */
export const SHORT_PATIENCE: Patience = {
  centerTimeoutMs: 500,
  deliveryLeaseMs: 4_000,
  jobTimeoutMs: 1_500,
  jobLeaseMs: 2_500,
};

/** A bridge opens within that on a machine that has time for it. */
const QUIET_OPEN_MS = 1_000;
const MOST_TIMES = 10;

/** How many times as long all takes on this machine just now, by how long a bridge took to open. */
export function slownessBy(openedInMs: number): number {
  return Math.min(MOST_TIMES, Math.max(1, openedInMs / QUIET_OPEN_MS));
}

/** Bridges that ran out of time at every call would deliver nothing. A lease must stay as many times its time-out. */
export function stretch(patience: Patience, slowness: number): Patience {
  return {
    centerTimeoutMs: Math.floor(patience.centerTimeoutMs * slowness),
    deliveryLeaseMs: Math.ceil(patience.deliveryLeaseMs * slowness),
    jobTimeoutMs: Math.floor(patience.jobTimeoutMs * slowness),
    jobLeaseMs: Math.ceil(patience.jobLeaseMs * slowness),
  };
}

export interface OpenOrder {
  readonly order: 'open';
  readonly store: string;
  /** Deployed first: paths of files, or their XML. */
  readonly diagrams: readonly string[];
  readonly centerOrigin: string;
  readonly publicUrl: string;
  readonly signingSecret: string;
  /** Services never answer. */
  readonly hangServices: boolean;
  /** Services fail at every second call, about. */
  readonly failServices: boolean;
  /** Default: that of the bridge. */
  readonly patience?: Patience;
  /** Has what was over by then deleted; epoch milliseconds. Default: as the bridge does. */
  readonly forgetBefore?: number;
  /** Set before the bridge opens. */
  readonly trap?: Trap;
}

export type KeyedStart = StartOptions & { readonly startKey: string };
export type KeyedMessage = MessageRequest & { readonly sendId: string };

/** What was refused or failed is mended. */
export interface Operation {
  /** What the center has although it said that it has not. */
  readonly taken: readonly string[];
  /** Whether instances are suspended now and then, until the next look. */
  readonly suspends: boolean;
}

type TaskMethods = Omit<AskMethods, 'sendBackTargets'> & Pick<Bridge, 'press'>;

/** What people do with a task from the pages of a service. */
export type TaskWork = {
  [Method in keyof TaskMethods]: { readonly method: Method; readonly options: Parameters<TaskMethods[Method]>[1] };
}[keyof TaskMethods];

/** What the process of a bridge is told to do: `open` gives where its callbacks are served, `start` the id of the instance. */
export type Order =
  | OpenOrder
  | { readonly order: 'close' }
  /** Without one, the trap that is set is taken away. */
  | { readonly order: 'trap'; readonly trap?: Trap }
  | { readonly order: 'start'; readonly processId: string; readonly options: KeyedStart }
  | { readonly order: 'send'; readonly message: KeyedMessage }
  /** Gives the kind of the answer. */
  | { readonly order: 'work'; readonly taskId: string; readonly work: TaskWork }
  | ({ readonly order: 'operate' } & Operation);

/** What it says beside its answers: a service was called. */
export interface ServiceWord {
  readonly idempotencyKey: string;
}
