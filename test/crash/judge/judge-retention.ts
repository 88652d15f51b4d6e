import type { Dump } from '../../bridge/database-file.ts';
import { KEYS, keptOf } from '../world/kept-rows.ts';

/**
 * Says what is wrong with what retention deleted: a row that was deleted and is there, something of an instance whose
 * rows are said to be gone, something of one that keeps its rows.
 */
export function judgeRetention(dump: Dump): string[] {
  const cleared = new Set((dump.instances ?? []).filter((row) => row.cleared === 1).map((row) => row.instance_id));
  const isCleared = (row: Readonly<Record<string, unknown>>) => cleared.has(row.instance_id);
  return Object.entries(KEYS).flatMap(([table, key]) => {
    const rows = dump[table] ?? [];
    const kept = dump[keptOf(table)] ?? [];
    const keys = [...rows, ...kept].map((row) => String(row[key]));
    // What comes to an instance later is of a kind that these two are not.
    const left = table === 'jobs' || table === 'outbox' ? rows.filter(isCleared) : [];
    const early = table === 'outbox' ? kept.filter((row) => row.state === 'pending' || row.state === 'parked') : [];
    return [
      ...repeated(keys).map((row) => `${table} ${row}: deleted, and there all the same`),
      ...left.map((row) => `${table} ${String(row[key])}: left of ${String(row.instance_id)}, which is cleared`),
      ...early.map((row) => `${table} ${String(row[key])}: deleted while it was ${String(row.state)}`),
    ];
  });
}

/** What stands in the list more than once. */
export function repeated(list: readonly string[]): string[] {
  return list.filter((entry, index) => list.indexOf(entry) !== index);
}
