import type { MessageProblem, MessageSendRequest } from '../protocol/message-send.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../protocol/task-handling.ts';

/** A call without a usable answer. */
export interface FailedCall {
  /** There is no answer that says what the center did. */
  readonly kind: 'failed';
  /** For operators; contains no token, no secret and no part of the request. */
  readonly reason: string;
  /** Whether the center may have processed the call: treat what is sent again as a repeat. */
  readonly mayHaveArrived: boolean;
  /** From the header Retry-After. */
  readonly retryAfterMs?: number;
  /** The center answered, and refused the call itself: HTTP 4xx except 408 and 429, or no token for this client. */
  readonly isRefusal?: true;
}

/** The outcome of a call of `taskHandle`. Failures of the center are never thrown. */
export type HandleTasksOutcome =
  /** Outer code 0; `errors` are the entries of errorIds, empty if all items were accepted. */
  { readonly kind: 'answered'; readonly errors: readonly TaskHandlingError[] } | FailedCall;

/** The outcome of a call of `messageSend`. Failures of the center are never thrown. */
export type SendMessageOutcome =
  /** Code 0; `sendId` is from the answer, `problems` are the entries of errorList. */
  | { readonly kind: 'sent'; readonly sendId: string | undefined; readonly problems: readonly MessageProblem[] }
  /** Code 500 or -1: the center refused the message. */
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs?: number }
  | FailedCall;

/** The interface of the center for the outbox and the message sender. */
export interface CenterClient {
  /**
   * Calls `taskHandle` (spec, Endpoint 2). Always resolves within a bounded time; a call that is refused because of its
   * token is repeated once with a new token.
   * @param signal aborts the call; it may have arrived
   */
  handleTasks(items: readonly TaskHandlingItem[], signal?: AbortSignal): Promise<HandleTasksOutcome>;
  /** Calls `messageSend` (spec, Endpoint 1), with the same guarantees. */
  sendMessage(request: MessageSendRequest, signal?: AbortSignal): Promise<SendMessageOutcome>;
  /** Closes the connections. Calls in flight fail with `mayHaveArrived`. */
  close(): Promise<void>;
}
