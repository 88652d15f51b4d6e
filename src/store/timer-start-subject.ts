import type { TimerStartRow } from './port.ts';

/** What incidents of a timer start are about. */
export function timerStartSubject({
  processId,
  startNodeId,
}: Pick<TimerStartRow, 'processId' | 'startNodeId'>): string {
  return `${processId}.${startNodeId}`;
}
