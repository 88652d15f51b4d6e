import type { SeenReport } from '../support/center-view.ts';
import type { Dump } from './crash-database.ts';
import type { CrashWorld } from './crash-world.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * When a report may come again. `before the next`: until its answer was heard, and never after the next one. `any time`:
 * also later, from a node that slept while others sent it; the center refuses it then.
 */
export type EchoRule = 'before the next' | 'any time';

/**
 * Holds the database against the record of the center and says where they differ: an instance or a task that only one
 * of them knows, a report that is missing or out of its order, a job, a report, a message or an incident that is left.
 */
export function judgeStore(
  { sandbox, view, serviceCalls }: CrashWorld,
  dump: Dump,
  echoes: EchoRule = 'before the next',
): string[] {
  const { instances = [], tasks = [], outbox = [], jobs = [], incidents = [], history = [], messages = [] } = dump;
  const services = jobs.filter(({ kind }) => kind === 'service');
  const sendIds = messages.map((row) => String(row.send_id));
  const told = (type: string) =>
    history.filter((row) => row.type === type).map(({ data }) => String(JSON.parse(String(data)).sendId));
  return [
    ...view.pending().map((entry) => `${entry}: still pending`),
    ...incidents.filter((row) => row.resolved_at === null).map(({ reason }) => `an incident is open: ${reason}`),
    ...leftOver('instance', instances, 'instance_id', ['ended']),
    ...leftOver('task', tasks, 'task_id', ['FINISH']),
    ...leftOver('job', jobs, 'job_id', ['done']),
    ...leftOver('message', messages, 'send_id', ['sent']),
    ...differ(
      'messages of the center',
      sandbox.sentMessages().map(({ sendId }) => sendId),
      sendIds,
    ),
    ...differ('history of queued messages', told('message.queued'), sendIds),
    ...differ('history of sent messages', told('message.sent'), sendIds),
    // Calls repeat, their keys do not multiply.
    ...differ('calls of services', [...new Set(serviceCalls)], [...new Set(services.map(({ job_id: id }) => `${id}`))]),
    ...differ(
      'transactions',
      sandbox.transactions().map(({ serialNumber = '' }) => serialNumber),
      instances.map((row) => String(row.instance_id)),
    ),
    ...instances.flatMap((instance) => judgeInstance(view.items(), sandbox.transactions(), instance, dump, echoes)),
    ...outbox
      .filter(({ state, repeat }) => !isSettled(state, repeat))
      .map(({ seq, state }) => `report ${seq}: ${state}`),
  ];
}

/** A repeated report whose tasks the center had made: passed, and listed for a person to look at. */
function isSettled(state: unknown, repeat: unknown): boolean {
  return state === 'delivered' || (state === 'unconfirmed' && Number(repeat) === 1);
}

function judgeInstance(
  items: readonly SeenReport[],
  transactions: ReturnType<CrashWorld['sandbox']['transactions']>,
  { instance_id: id }: Row,
  { tasks = [], outbox = [], history = [] }: Dump,
  echoes: EchoRule,
): string[] {
  const isOurs = (row: Row) => row.instance_id === id;
  const ids = tasks.filter(isOurs).map((row) => String(row.task_id));
  const inCenter = transactions.filter(({ serialNumber }) => serialNumber === id).flatMap(({ taskIds }) => taskIds);
  const handled = history.filter((row) => isOurs(row) && row.type === 'task.handled');
  const sent = outbox.filter(isOurs).map(({ report }) => nameOf(JSON.parse(String(report)).item));
  const arrived = withoutEchoes(
    items.filter(({ previousTaskId }) => previousTaskId.startsWith(`${id}.`)),
    echoes,
  );
  return [
    ...differ(`${id}: tasks of the center`, inCenter, ids),
    ...differ(
      `${id}: history of handled tasks`,
      handled.map(({ data }) => String(JSON.parse(String(data)).taskId)),
      ids,
    ),
    ...(sent.join('\n') === arrived.join('\n')
      ? []
      : [`${id}: reports came as\n  ${arrived.join('\n  ')}\nand not as\n  ${sent.join('\n  ')}`]),
  ];
}

function withoutEchoes(items: readonly SeenReport[], echoes: EchoRule): string[] {
  const names = items.map(nameOf);
  if (echoes === 'any time') return [...new Set(names)];
  return names.filter((name, index) => name !== names[index - 1]);
}

function nameOf({ previousTaskId, status, next = [] }: SeenReport): string {
  return [previousTaskId, status, ...next.map(({ taskId }) => taskId)].join(' ');
}

function leftOver(what: string, rows: readonly Row[], key: string, states: readonly string[]): string[] {
  return rows
    .map((row) => ({ id: row[key], state: String(row.state ?? row.status) }))
    .filter(({ state }) => !states.includes(state))
    .map(({ id, state }) => `${what} ${id}: ${state}`);
}

/** In any order, each as often. */
function differ(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const [one, other] = [found.toSorted(), expected.toSorted()];
  if (one.join('\n') === other.join('\n')) return [];
  const extra = one.filter((entry) => !other.includes(entry));
  const missing = other.filter((entry) => !one.includes(entry));
  return [`${what}: ${one.length} for ${other.length}; too many: ${extra.join(' ')}; missing: ${missing.join(' ')}`];
}
