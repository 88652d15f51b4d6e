import type { TaskHandlingItem } from './task-handling.ts';

/**
 * Why a report names its previous task; it decides which answers of the center are expected.
 * - `bootstrap`: the previous id is `<instanceId>.start`, which the center has never seen
 * - `handled`: the previous task was handled by this step, or held since; first word about it
 * - `continuation`: the previous task was reported before
 * - `start-continuation`: the previous id is the start id again, no task was handled yet
 * - `gone`: the previous task vanished and nobody handled it; perhaps the center knows already
 */
export type ReportKind = 'bootstrap' | 'handled' | 'continuation' | 'start-continuation' | 'gone';

/** One task handling item for the center, with what its sender must know about it. */
export interface Report {
  /** Which answers of the center are expected. */
  readonly kind: ReportKind;
  /** What the center is sent. */
  readonly item: TaskHandlingItem;
  /** Why it says what it says, in one sentence that names nodes and tasks. */
  readonly reason: string;
  /** The groups of the previous task, where nobody handled it and `handler` was named for them. */
  readonly standsInFor?: readonly string[];
}
