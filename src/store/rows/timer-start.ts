import type { Generated } from 'kysely';
import type { LeaseColumns } from './columns.ts';

/**
 * In place of a start event: the timer starts of the definition are still to be computed, from `dueAt` on. That needs the
 * options of a service, such as its time zone, which whoever makes a definition the latest may not have.
 */
export const UNARMED = '';

/** A timer start event of a process, and when it fires next. */
export interface TimerStart {
  readonly startNodeId: string;
  /** Epoch milliseconds; null: it does not fire any more. */
  readonly dueAt: number | null;
  /** Remaining rounds of a cycle, including this one; -1: no end; null: not a cycle. */
  readonly left: number | null;
}

export interface TimerStartRow extends TimerStart {
  readonly seq: number;
  readonly processId: string;
  readonly definitionId: string;
  /** Attempts since `dueAt` was set. */
  readonly attempts: number;
}

export interface TimerStartRecord extends Omit<TimerStartRow, 'seq'>, LeaseColumns {
  readonly seq: Generated<number>;
}

/** Returns the `subject` of incidents of a timer start. */
export function timerStartSubject({
  processId,
  startNodeId,
}: Pick<TimerStartRow, 'processId' | 'startNodeId'>): string {
  return `${processId}.${startNodeId}`;
}
