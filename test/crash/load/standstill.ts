import type { CrashDatabase } from '../world/crash-database.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import type { People } from './people.ts';

/** Rows in these states wait for somebody. */
const WAITING: readonly unknown[] = ['pending', 'queued', 'failed', 'parked', 'suspended'];

/** What may say more than an id and a state: of people, and of other people's code. */
const OMITTED: readonly string[] = ['snapshot', 'report', 'request', 'original', 'variables', 'input', 'lineage'];

/**
 * Says of a run that stands still who does what: machines and what they were asked, people, the tasks that are pending,
 * the rows that wait with their leases, and the connections of the database.
 */
export async function tellStandstill(
  { machines, view, database }: CrashWorld,
  people: People,
  load: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { isStarting, isSending, pressing } = people;
  const [rows, connections] = await Promise.all([listWaiting(database), database.connections()]);
  return [
    JSON.stringify({ ...load, isStarting, isSending, pressing, now: Date.now() }),
    ...machines.map((machine) => machine.describe()),
    `pending in the center: ${view.pending().join(' ') || 'nothing'}`,
    ...rows,
    ...connections,
  ].join('\n  ');
}

async function listWaiting(database: CrashDatabase): Promise<string[]> {
  const { instances = [], outbox = [], messages = [], jobs = [], timer_starts: starts = [] } = await database.dump();
  const waiting = {
    instance: instances.filter(({ status, wake_at: wakeAt }) => wakeAt !== null || WAITING.includes(status)),
    report: outbox.filter(({ state }) => WAITING.includes(state)),
    message: messages.filter(({ state }) => WAITING.includes(state)),
    job: jobs.filter(({ state }) => WAITING.includes(state)),
    'timer start': starts.filter(({ due_at: dueAt }) => dueAt !== null),
  };
  return Object.entries(waiting).flatMap(([what, rows]) =>
    rows.map((row) => `${what} ${JSON.stringify(row, (key, value) => (OMITTED.includes(key) ? undefined : value))}`),
  );
}
