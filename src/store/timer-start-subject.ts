import type { TimerStartRow } from './port.ts';

/** Returns the `subject` of incidents of a timer start. */
export function timerStartSubject({
  processId,
  startNodeId,
}: Pick<TimerStartRow, 'processId' | 'startNodeId'>): string {
  return `${processId}.${startNodeId}`;
}
