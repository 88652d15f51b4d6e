import type { TaskHandlingError, TaskHandlingItem } from '../protocol/task-handling.ts';

/** What a call of `taskHandle` came to. Nothing the center does is thrown. */
export type HandleTasksOutcome =
  /** Outer code 0; `errors` are the entries of errorIds, empty when every item went through. */
  | { readonly kind: 'answered'; readonly errors: readonly TaskHandlingError[] }
  /** No usable answer. `mayHaveArrived`: the center may have done the work all the same. */
  | {
      readonly kind: 'failed';
      /** For an operator; holds no token, no secret and nothing of the items. */
      readonly reason: string;
      readonly mayHaveArrived: boolean;
      /** How long the center asks to be left alone. */
      readonly retryAfterMs?: number;
    };

/** The center as the outbox sees it. */
export interface CenterClient {
  /**
   * One `taskHandle` call (spec, Endpoint 2). Resolves in bounded time, whatever the center does; a call that is
   * refused for its token is made once more with a new one.
   * @param signal gives the call up early; what was sent may have arrived
   */
  handleTasks(items: readonly TaskHandlingItem[], signal?: AbortSignal): Promise<HandleTasksOutcome>;
  /** Ends the connections. Calls in flight fail as calls that may have arrived. */
  close(): Promise<void>;
}
