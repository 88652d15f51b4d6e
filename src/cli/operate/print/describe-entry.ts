import type { HistoryRow } from '../../../store/store.ts';
import { firstLineOf, timeOf } from './layout.ts';

/** An entry of the history in a line: its time, its type and what it says. */
export function describeEntry({ at, type, data }: HistoryRow): string {
  if (type !== 'job.attempt-failed') return `${timeOf(at)}  ${type}  ${describeData(data)}`;
  const { attempt, service, reason, nextAt, cause } = data;
  const why = typeof cause === 'string' ? firstLineOf(cause) : reason;
  return `${timeOf(at)}  ${type}  attempt ${attempt} of ${service}: ${why}; next at ${timeOf(Number(nextAt))}`;
}

/** The names and values of an entry; a cause would take many lines, and incidents show has it. */
function describeData({ cause: _cause, ...data }: HistoryRow['data']): string {
  const known = Object.entries(data).filter(([, value]) => value !== null);
  return known.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join(' ');
}
