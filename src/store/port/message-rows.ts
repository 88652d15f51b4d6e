import type { MessageProblem, MessageSendRequest } from '../../protocol/message-send.ts';

/**
 * `partial`: sent, but not to everybody; `problems` names whom. `parked`: the center refused it for good. `skipped`: an
 * operator gave it up.
 */
export type MessageState = 'pending' | 'sent' | 'partial' | 'parked' | 'skipped';

/** A message for the message center. Messages wait for nothing and hold nothing up. */
export interface MessageRow {
  /** The same on every repeat, so that the center can tell one. */
  readonly sendId: string;
  /** What sent it; null when the host did, by code. */
  readonly instanceId: string | null;
  /** Where it is drawn; null when the host sent it. */
  readonly nodeId: string | null;
  /** What goes out. Its texts are empty where the row cannot be read any more; `reason` says so then. */
  readonly request: MessageSendRequest;
  /** As it was accepted, where an operator has corrected it since. */
  readonly original: MessageSendRequest | null;
  /** How far it is on its way. */
  readonly state: MessageState;
  /** Calls begun so far. */
  readonly attempts: number;
  /** Answers so far that refused it and asked for another attempt; calls that failed do not count. */
  readonly refusals: number;
  /** When it is sent, or tried again; epoch milliseconds. */
  readonly dueAt: number;
  /** When it was stored; epoch milliseconds. */
  readonly createdAt: number;
  /** When the center took it; epoch milliseconds, null: not yet. */
  readonly sentAt: number | null;
  /** The recipients whom it did not reach. */
  readonly problems: readonly MessageProblem[];
  /** Why it was tried again, parked or skipped, for an operator. */
  readonly reason: string | null;
}

export type MessageSettlement =
  | {
      readonly state: 'sent' | 'partial';
      readonly at: number;
      readonly problems: readonly MessageProblem[];
      readonly reason: string | null;
    }
  | { readonly state: 'parked'; readonly at: number; readonly refusals: number; readonly reason: string }
  /** Stays pending, due again at `dueAt`. */
  | { readonly state: 'pending'; readonly dueAt: number; readonly refusals: number; readonly reason: string | null };

/** A message as it was leased: whoever leases it next counts another attempt, and holds it instead. */
export type HeldMessage = Pick<MessageRow, 'sendId' | 'attempts'>;

/** Sends a parked message again, as though it were new. */
export interface MessageRetry {
  readonly at: number;
  /** What goes out instead, with the names of the fields that differ; as it stands without it. */
  readonly corrected?: { readonly request: MessageSendRequest; readonly fields: readonly string[] };
}
