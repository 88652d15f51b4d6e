import type { Dump } from '../../bridge/database-file.ts';
import type { SeenReport } from '../../support/center-view.ts';
import { ABSENT, SPOILT_START } from '../load/diagrams.ts';
import { nameOfReport } from '../load/refusals.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import { withKept } from '../world/kept-rows.ts';
import { judgeRetention } from './judge-retention.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * When a report may come again. `before the next`: until its answer was heard, and never after the next one. `any time`:
 * also later, from a machine that slept while others sent it; the center refuses it then.
 */
export type EchoRule = 'before the next' | 'any time';

export interface StoreRules {
  /** Default: before the next. */
  readonly echoes?: EchoRule | undefined;
  /** Reports, by name, and messages, by `sendId`, that the center took and that an operator skipped. */
  readonly taken?: ReadonlySet<string> | undefined;
}

/**
 * Holds the database against the record of the center and says where they differ: an instance or a task that only one
 * of them knows, a report that is missing or out of its order, a job, a report, a message or an incident that is left.
 * What retention deleted counts as if it were there.
 */
export function judgeStore(
  { sandbox, view, serviceCalls }: CrashWorld,
  dump: Dump,
  { echoes = 'before the next', taken = new Set() }: StoreRules = {},
): string[] {
  const whole = withKept(dump);
  const { instances = [], tasks = [], outbox = [], jobs = [], incidents = [], history = [], messages = [] } = whole;
  const services = jobs.filter(({ kind }) => kind === 'service');
  const sendIds = messages.map((row) => String(row.send_id));
  const told = (...types: readonly unknown[]) =>
    history.filter(({ type }) => types.includes(type)).map(({ data }) => String(JSON.parse(String(data)).sendId));
  const skipped = messages.filter((row) => row.state === 'skipped' && taken.has(String(row.send_id)));
  return [
    ...judgeRetention(dump),
    ...view.pending().map((entry) => `${entry}: still pending`),
    ...judgeIncidents(incidents),
    ...leftOver('instance', instances, 'instance_id', ['ended']),
    ...leftOver(
      'task',
      tasks.filter((row) => !isGone(row) && !isOfCounsel(row)),
      'task_id',
      ['FINISH'],
    ),
    ...judgeCounsel(tasks.filter(isOfCounsel)),
    ...leftOver('task', tasks.filter(isGone), 'task_id', ['TERMINATED']),
    ...leftOver('job', jobs, 'job_id', ['done']),
    ...leftOver(
      'message',
      messages.filter((row) => !skipped.includes(row)),
      'send_id',
      ['sent'],
    ),
    ...differ(
      'messages of the center',
      sandbox.sentMessages().map(({ sendId }) => sendId),
      sendIds,
    ),
    ...differ('history of queued messages', told('message.queued'), sendIds),
    ...differ('history of settled messages', told('message.sent', 'message.skipped'), sendIds),
    // Calls repeat, their keys do not multiply.
    ...differ('calls of services', [...new Set(serviceCalls)], [...new Set(services.map(({ job_id: id }) => `${id}`))]),
    ...differ(
      'transactions',
      sandbox.transactions().map(({ serialNumber = '' }) => serialNumber),
      instances.map((row) => String(row.instance_id)),
    ),
    ...instances.flatMap((instance) => judgeInstance(view.items(), sandbox.transactions(), instance, whole, echoes)),
    ...outbox
      .filter((row) => !isSettled(row, taken))
      .map(({ seq, state, repeat }) => `report ${seq}: ${state}, ${Number(repeat) === 1 ? 'repeated' : 'sent once'}`),
  ];
}

/** One timer start can never be made, and stands as one incident. */
function judgeIncidents(incidents: readonly Row[]): string[] {
  const open = incidents.filter((row) => row.resolved_at === null);
  const spoilt = open.filter(({ subject }) => subject === SPOILT_START);
  return [
    ...open.filter((row) => !spoilt.includes(row)).map(({ reason }) => `an incident is open: ${reason}`),
    ...spoilt.slice(1).map(() => 'the incident of one timer start is open twice'),
  ];
}

/**
 * A repeated report whose tasks the center had made is passed, and listed for a person to look at; one that the center
 * had taken and an operator skipped is there too, or sent again, where they knew of it a moment too late.
 */
function isSettled({ state, repeat, report }: Row, taken: ReadonlySet<string>): boolean {
  if (state === 'delivered') return true;
  const isTaken = taken.has(nameOfReport(JSON.parse(String(report)).item));
  return isTaken ? state === 'skipped' || state === 'unconfirmed' : state === 'unconfirmed' && Number(repeat) === 1;
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
  const goneIds = tasks.filter((row) => isOurs(row) && isGone(row)).map((row) => String(row.task_id));
  const told = (type: string) =>
    history
      .filter((row) => isOurs(row) && row.type === type)
      .map(({ data }) => String(JSON.parse(String(data)).taskId));
  const sent = outbox.filter(isOurs).map(({ report }) => nameOfReport(JSON.parse(String(report)).item));
  const arrived = withoutEchoes(
    items.filter(({ previousTaskId }) => previousTaskId.startsWith(`${id}.`)),
    echoes,
  );
  return [
    ...differ(`${id}: tasks of the center`, inCenter, ids),
    ...differ(
      `${id}: history of handled tasks`,
      told('task.handled'),
      ids.filter((taskId) => !goneIds.includes(taskId)),
    ),
    ...differ(`${id}: history of tasks that are gone`, told('task.gone'), goneIds),
    ...(sent.join('\n') === arrived.join('\n')
      ? []
      : [`${id}: reports came as\n  ${arrived.join('\n  ')}\nand not as\n  ${sent.join('\n  ')}`]),
  ];
}

/** Somebody else has decided. */
function isGone({ node_id: nodeId, handlers }: Row): boolean {
  return nodeId === 'decide' && JSON.parse(String(handlers)).includes(ABSENT);
}

/** Delegated and answered, delegated again and recalled, and then handled. */
const COUNSEL_STATES = 'FINISH FINISH TERMINATED TURN TURN';

function judgeCounsel(tasks: readonly Row[]): string[] {
  const ids = new Set(tasks.map((row) => row.instance_id));
  return [...ids].flatMap((id) => {
    const rows = tasks.filter((row) => row.instance_id === id);
    const states = rows.map(({ state }) => String(state)).toSorted();
    return states.join(' ') === COUNSEL_STATES ? [] : [`${id}: what was delegated is ${states.join(' ')}`];
  });
}

function isOfCounsel({ node_id: nodeId }: Row): boolean {
  return nodeId === 'check';
}

function withoutEchoes(items: readonly SeenReport[], echoes: EchoRule): string[] {
  const names = items.map(nameOfReport);
  if (echoes === 'any time') return [...new Set(names)];
  return names.filter((name, index) => name !== names[index - 1]);
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
