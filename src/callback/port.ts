import type { TaskStatusEntry } from '../protocol/task-status.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** A button callback after all checks of the call: signature, body and id token. */
export interface ReceivedPress {
  readonly taskId: string;
  readonly actionKey: string;
  /** Header of the call. With taskId and actionKey it is the replay key; all presses of a batch may have the same uuid. */
  readonly uuid: string;
  /** Account of the person who pressed, exactly as sent. */
  readonly account: string;
  /** Null if missing or empty. */
  readonly opinions: string | null;
  /** Null if missing or empty. */
  readonly nextNodeKey: string | null;
  /** Time of the press in epoch milliseconds. */
  readonly time: number;
  /** Hash of the parameters; a call with the same replay key must have the same hash. */
  readonly fingerprint: string;
}

export interface PressPort {
  /**
   * Decides a press; a repeat gets the verdict of the first call.
   * Resolves only after the verdict is stored. Rejects if nothing was stored or the result is unknown: the same call can
   * be repeated, and gets the first verdict if there was one.
   */
  press(command: ReceivedPress): Promise<Verdict>;
}

export interface StatusPort {
  /**
   * Returns the state of tasks: one entry per id, in the same order, also for duplicate and unknown ids.
   * A call that rejects can be repeated.
   */
  answer(taskIds: readonly string[]): Promise<readonly TaskStatusEntry[]>;
}

export interface DiagramPort {
  /**
   * Returns the diagram of the task's instance as JSON values; undefined if the task is unknown or was deleted.
   * A call that rejects can be repeated.
   */
  ofTask(taskId: string): Promise<object | undefined>;
}
