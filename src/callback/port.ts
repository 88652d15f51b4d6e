import type { TaskStatusEntry } from '../protocol/task-status.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** A button callback that was accepted: signed, readable, and the person is who they say. */
export interface PressCommand {
  readonly taskId: string;
  readonly actionKey: string;
  /** The header of the call; with taskId and actionKey it is the replay key, since one batch may share a uuid. */
  readonly uuid: string;
  /** Who pressed, exactly as sent. */
  readonly account: string;
  /** Null when absent or empty. */
  readonly opinions: string | null;
  /** Null when absent or empty. */
  readonly nextNodeKey: string | null;
  /** When it was pressed, in epoch milliseconds. */
  readonly time: number;
  /** Hash of the parameters: a repeat of the replay key must be the same press. */
  readonly fingerprint: string;
}

/** What buttons ask of the bridge. */
export interface PressPort {
  /**
   * Applies the press, or says why not; a repeat gets the verdict of the first.
   * Resolves only after the verdict is stored; rejects when nothing was stored, or nobody knows: the same
   * call may be repeated, and hears the first answer where there was one.
   */
  press(command: PressCommand): Promise<Verdict>;
}

/** What the task-status callback asks of the bridge. */
export interface StatusPort {
  /**
   * Says the state of tasks: one entry per id, in the same order, also for ids that are named twice or were never seen.
   * A call that rejects may be repeated.
   */
  answer(taskIds: readonly string[]): Promise<readonly TaskStatusEntry[]>;
}

/** What the diagram route asks of the bridge. */
export interface DiagramPort {
  /**
   * Gives the diagram of the instance that a task belongs to, as JSON values; undefined for a task that the bridge does
   * not have, or not any more. A call that rejects may be repeated.
   */
  ofTask(taskId: string): Promise<object | undefined>;
}
