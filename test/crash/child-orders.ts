import type { MessageRequest } from '../../src/bridge/message-options.ts';
import type { StartOptions } from '../../src/bridge/start-options.ts';
import type { Trap } from './checkpoints.ts';

/** How long what a dead process had leased stays with it, where others cannot know that it is dead. */
export interface Patience {
  readonly centerTimeoutMs: number;
  readonly deliveryLeaseMs: number;
  readonly jobTimeoutMs: number;
  readonly jobLeaseMs: number;
}

/** So that the others need not wait for long. On a busy machine a call of the center may well run out of time. */
export const SHORT_PATIENCE: Patience = {
  centerTimeoutMs: 500,
  deliveryLeaseMs: 4_000,
  jobTimeoutMs: 1_500,
  jobLeaseMs: 2_500,
};

export interface OpenOrder {
  readonly order: 'open';
  readonly store: string;
  /** Deployed first: paths of files, or their XML. */
  readonly drawings: readonly string[];
  readonly centerOrigin: string;
  readonly publicUrl: string;
  readonly signingSecret: string;
  /** Services never answer. */
  readonly hangServices: boolean;
  /** Services fail at every second call, about. */
  readonly failServices: boolean;
  /** Default: that of the bridge. */
  readonly patience?: Patience;
  /** Set before the bridge opens. */
  readonly trap?: Trap;
}

export type KeyedStart = StartOptions & { readonly startKey: string };
export type KeyedMessage = MessageRequest & { readonly sendId: string };

/** What the process of a bridge is told to do; each is answered by a word. */
export type Order =
  | OpenOrder
  | { readonly order: 'close' }
  /** Without one, the trap that is set is taken away. */
  | { readonly order: 'trap'; readonly trap?: Trap }
  | { readonly order: 'start'; readonly processId: string; readonly options: KeyedStart }
  | { readonly order: 'send'; readonly message: KeyedMessage }
  | { readonly order: 'retry-incidents' };

export type NumberedOrder = Order & { readonly number: number };

export type ChildWord =
  | { readonly word: 'ready' }
  /** An order is done; `result` is what it gives, or nothing. */
  | { readonly word: 'done'; readonly number: number; readonly result: string }
  | { readonly word: 'failed'; readonly number: number; readonly reason: string }
  /** A service was called. */
  | { readonly word: 'service'; readonly idempotencyKey: string };
