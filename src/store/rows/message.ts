import type { Generated, Insertable, Selectable } from 'kysely';
import type { MessageProblem, MessageSendRequest } from '../../protocol/message-send.ts';
import { type AsText, type LeaseColumns, readObject, readObjects } from './columns.ts';
import type { ByOperator } from './history.ts';

/**
 * `partial`: not sent to all recipients; `problems` names the others. `parked`: the center refused it finally. `skipped`: an
 * operator decided not to send it.
 */
export type MessageState = 'pending' | 'sent' | 'partial' | 'parked' | 'skipped';

/** A message for the message center. Messages are independent of each other. */
export interface MessageRow {
  /** The same for every attempt, so that the center can recognise a repeat. */
  readonly sendId: string;
  /** The instance that sent it; null: the host sent it. */
  readonly instanceId: string | null;
  /** The node that sent it; null: the host sent it. */
  readonly nodeId: string | null;
  /** The request to the center. If the row cannot be read, its texts are empty and `reason` says so. */
  readonly request: MessageSendRequest;
  /** The first request, if an operator has corrected it; else null. */
  readonly original: MessageSendRequest | null;
  /** State of the delivery. */
  readonly state: MessageState;
  /** Attempts so far. */
  readonly attempts: number;
  /** Answers that refused it but allow a retry; calls that failed are not counted. */
  readonly refusals: number;
  /** Time of the next attempt, in epoch milliseconds. */
  readonly dueAt: number;
  /** When it was stored; epoch milliseconds. */
  readonly createdAt: number;
  /** Time when the center accepted it, in epoch milliseconds; null: not yet. */
  readonly sentAt: number | null;
  /** The recipients whom it did not reach. */
  readonly problems: readonly MessageProblem[];
  /** Why it was retried, parked or skipped, for an operator. */
  readonly reason: string | null;
  /** The span in which it was queued, as in W3C Trace Context; null: it was queued without telemetry. */
  readonly traceparent: string | null;
}

/** Which messages a list holds; default: all. */
export interface MessageFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The state. */
  readonly state?: MessageState;
  /** The process of the instance. */
  readonly processId?: string;
  /** A part of the reason, which has what the center answered; character by character. */
  readonly reason?: string;
  /** Only those stored at this time or later, in epoch milliseconds. */
  readonly createdFrom?: number;
  /** Only those stored before this time, in epoch milliseconds. */
  readonly createdBefore?: number;
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

/** A leased message. The next lease increases `attempts`, so this holder loses it. */
export type HeldMessage = Pick<MessageRow, 'sendId' | 'attempts'>;

/** Sends a parked message again, with as many attempts as a new one. */
export interface MessageRetry extends ByOperator {
  readonly at: number;
  /** The corrected request, with the names of the changed fields. Default: unchanged. */
  readonly corrected?: { readonly request: MessageSendRequest; readonly fields: readonly string[] };
}

export interface MessageRecord extends AsText<Omit<MessageRow, 'original'>, 'request' | 'problems'>, LeaseColumns {
  readonly seq: Generated<number>;
  readonly original: string | null;
}

export const UNREADABLE_MESSAGE = 'its row cannot be read: retry it with a new request, or restore the database';

const NO_REQUEST: MessageSendRequest = { appId: '', messageTypeCode: '', data: { title: '', paramValueJson: {} } };

/** Undefined if the row cannot be read. */
export function parseMessage(selected: Selectable<MessageRecord>): MessageRow | undefined {
  const { request, problems, original, ...rest } = withoutLease(selected);
  const place = { table: 'messages', id: rest.sendId };
  try {
    return {
      ...rest,
      request: readObject(request, place),
      original: original === null ? null : readObject(original, place),
      problems: readObjects(problems, place),
    };
  } catch {
    return undefined;
  }
}

/** Returns a placeholder for an unreadable row, so that operators can see it in a list and repair it. */
export function readMessage(selected: Selectable<MessageRecord>): MessageRow {
  return (
    parseMessage(selected) ?? {
      ...withoutLease(selected),
      request: NO_REQUEST,
      original: null,
      problems: [],
      reason: UNREADABLE_MESSAGE,
    }
  );
}

export function writeMessage(row: MessageRow): Insertable<MessageRecord> {
  return {
    ...row,
    request: JSON.stringify(row.request),
    original: row.original && JSON.stringify(row.original),
    problems: JSON.stringify(row.problems),
    freeAt: row.state === 'pending' ? row.dueAt : null,
    leaseOwner: null,
  };
}

function withoutLease({ seq: _seq, freeAt: _free, leaseOwner: _owner, ...record }: Selectable<MessageRecord>) {
  return record;
}
