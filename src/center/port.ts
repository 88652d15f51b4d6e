import type { MessageProblem, MessageSendRequest } from '../protocol/message-send.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../protocol/task-handling.ts';

/** No usable answer. `mayHaveArrived`: the center may have done the work all the same. */
export interface FailedCall {
  readonly kind: 'failed';
  /** For an operator; holds no token, no secret and nothing of what was sent. */
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  /** How long the center asks to be left alone. */
  readonly retryAfterMs?: number;
}

/** What a call of `taskHandle` came to. Nothing the center does is thrown. */
export type HandleTasksOutcome =
  /** Outer code 0; `errors` are the entries of errorIds, empty when every item went through. */
  { readonly kind: 'answered'; readonly errors: readonly TaskHandlingError[] } | FailedCall;

/** What a call of `messageSend` came to. Nothing the center does is thrown. */
export type SendMessageOutcome =
  /** Code 0; `sendId` is the one the center answered with, `problems` the entries of errorList. */
  | { readonly kind: 'sent'; readonly sendId: string | undefined; readonly problems: readonly MessageProblem[] }
  /** Code 500 or -1: the center does not take the message as it is. */
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs?: number }
  | FailedCall;

/** The center as the outbox and the message sender see it. */
export interface CenterClient {
  /**
   * One `taskHandle` call (spec, Endpoint 2). Resolves in bounded time, whatever the center does; a call that is
   * refused for its token is made once more with a new one.
   * @param signal gives the call up early; what was sent may have arrived
   */
  handleTasks(items: readonly TaskHandlingItem[], signal?: AbortSignal): Promise<HandleTasksOutcome>;
  /** One `messageSend` call (spec, Endpoint 1), with the same promises. */
  sendMessage(request: MessageSendRequest, signal?: AbortSignal): Promise<SendMessageOutcome>;
  /** Ends the connections. Calls in flight fail as calls that may have arrived. */
  close(): Promise<void>;
}
