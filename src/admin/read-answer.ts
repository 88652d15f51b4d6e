import type { AdminUser } from '../host/admin.ts';
import type { DefinitionSummary, HistoryRow, IncidentRow, MessageRow, OutboxRow, TaskRow } from '../store/port.ts';
import { invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type {
  BacklogAnswer,
  DefinitionAnswer,
  HistoryAnswer,
  InstanceAnswer,
  ListAnswer,
  ListedInstance,
  ListedMessage,
  ListedReport,
  ListedTask,
  MeAnswer,
} from './answers.ts';
import { readListFilter } from './list-filter.ts';

const PAGE = 50;
/** Rows of one instance: more are in its lists. */
const OF_INSTANCE = 200;

type Read = (
  parts: AdminParts,
  user: Required<AdminUser>,
  id: string,
  query: URLSearchParams,
) => Promise<object | undefined>;

const LISTS: Readonly<Record<string, Read>> = {
  me: async (_parts, user): Promise<MeAnswer> => user,
  backlog: readBacklog,
  instances: listInstances,
  definitions: listDefinitions,
  reports: listReports,
  messages: listMessages,
  incidents: listIncidents,
};

const SINGLE: Readonly<Record<string, Read>> = {
  instances: readInstance,
  definitions: readDefinition,
};

/** @returns undefined: there is nothing at this place */
export async function readAnswer(
  parts: AdminParts,
  user: Required<AdminUser>,
  [name = '', id, part, ...more]: readonly string[],
  query: URLSearchParams,
): Promise<object | undefined> {
  if (more.length > 0) return undefined;
  if (id === undefined) return Object.hasOwn(LISTS, name) ? LISTS[name]?.(parts, user, '', query) : undefined;
  if (part === 'history' && name === 'instances') return readHistory(parts, id, query);
  return part === undefined && Object.hasOwn(SINGLE, name) ? SINGLE[name]?.(parts, user, id, query) : undefined;
}

/** @param rows one more than a part has shows that others follow */
function partOf<Row, Listed>(
  rows: readonly Row[],
  toListed: (row: Row) => Listed,
  idOf: (row: Row) => string | number,
  count: number | null,
): ListAnswer<Listed> {
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  const next = rows.length > PAGE && last !== undefined ? String(idOf(last)) : null;
  return { rows: shown.map(toListed), next, count };
}

/** Counting costs more than the first rows of a list, so it is done once. */
function countOf(query: URLSearchParams, count: () => Promise<number>): Promise<number> | null {
  return query.has('after') ? null : count();
}

async function readBacklog({ store, clock }: AdminParts): Promise<BacklogAnswer> {
  const { reports, messages, incidents, failedJobs } = await store.countBacklog(clock());
  return { reports, messages, incidents, failedJobs };
}

async function listInstances(
  { bridge, store }: AdminParts,
  user: Required<AdminUser>,
  _id: string,
  query: URLSearchParams,
) {
  const { after, ...filter } = readListFilter(query);
  if ('text' in filter && !user.mayReadVariables) {
    throw invalid('You may not search titles and summaries, which hold variables.');
  }
  const rows = await bridge.instances.list({ ...filter, ...(after && { after }), limit: PAGE + 1 } as never);
  const count = await countOf(query, () => bridge.instances.count(filter as never));
  const listed = await Promise.all(
    rows.map(async (row): Promise<ListedInstance> => {
      const { instanceId } = row;
      const openIncidents = await store.countIncidents({ instanceId, open: true });
      return {
        ...shownTo(user, row),
        openIncidents,
        parkedReports: await store.countOutbox({ instanceId, state: 'parked' }),
      };
    }),
  );
  return partOf(
    listed,
    (row) => row,
    ({ instanceId }) => instanceId,
    count,
  );
}

async function readInstance(
  { bridge, store, explain }: AdminParts,
  user: Required<AdminUser>,
  instanceId: string,
): Promise<InstanceAnswer | undefined> {
  const instance = await bridge.instances.get(instanceId);
  if (instance === undefined) return undefined;
  const page = { instanceId, limit: OF_INSTANCE };
  const [tasks, jobs, incidents, reports, messages] = await Promise.all([
    store.listOpenTasks(instanceId),
    store.listJobs(page),
    bridge.incidents.list(page),
    bridge.outbox.list(page),
    bridge.messages.list(page),
  ]);
  const counts: Record<string, number> = {};
  const waiting = [...tasks, ...jobs.filter(({ state }) => state === 'queued')];
  for (const { nodeId } of waiting) counts[nodeId] = (counts[nodeId] ?? 0) + 1;
  const { xml, nodes, flows } = await bridge.diagram(instanceId);
  const openIncidents = incidents.filter(({ resolvedAt }) => resolvedAt === null).length;
  const parkedReports = reports.filter(({ state }) => state === 'parked').length;
  return {
    instance: { ...shownTo(user, instance), openIncidents, parkedReports },
    diagram: { xml, nodes, flows },
    counts,
    tasks: tasks.map((task) => shownTo(user, toListedTask(task))),
    jobs,
    incidents,
    reports: reports.map((report) => toListedReport(report, explain)),
    messages: messages.map(toListedMessage),
    ...(user.mayReadVariables && { variables: await variablesOf(bridge, instanceId) }),
  };
}

/** Titles and summaries are made of variables, and so are only for those who may see them. */
function shownTo<Row extends { readonly title: string | null; readonly summary?: readonly string[] }>(
  { mayReadVariables }: Required<AdminUser>,
  row: Row,
): Row {
  return mayReadVariables ? row : { ...row, title: null, ...(row.summary && { summary: [] }) };
}

/** What cannot be read must not hide the rest, which says why. */
async function variablesOf({ instances }: AdminParts['bridge'], instanceId: string) {
  return (await instances.variables(instanceId).catch(() => undefined)) ?? null;
}

async function readHistory({ bridge }: AdminParts, instanceId: string, query: URLSearchParams): Promise<HistoryAnswer> {
  const after = Number(query.get('after') ?? 0);
  const rows = await bridge.history({ instanceId, after, limit: PAGE + 1 });
  return partOf<HistoryRow, HistoryRow>(
    rows,
    (row) => row,
    ({ seq }) => seq,
    null,
  );
}

async function listDefinitions({ store }: AdminParts): Promise<ListAnswer<DefinitionSummary>> {
  const rows = await store.listDefinitions({ limit: Number.MAX_SAFE_INTEGER });
  return { rows, next: null, count: rows.length };
}

async function readDefinition(
  { store }: AdminParts,
  _user: unknown,
  definitionId: string,
): Promise<DefinitionAnswer | undefined> {
  const row = await store.getDefinition(definitionId);
  if (row === undefined) return undefined;
  const all = await store.listDefinitions({ processId: row.processId, limit: Number.MAX_SAFE_INTEGER });
  const deployedId = row.extendsId ?? definitionId;
  const definition = all.find((each) => each.definitionId === deployedId);
  if (definition === undefined) return undefined;
  const counts: Record<string, number> = {};
  for (const { nodes, instances } of await store.countTokens(deployedId)) {
    for (const nodeId of nodes) counts[nodeId] = (counts[nodeId] ?? 0) + instances;
  }
  return { definition, xml: row.drawing ?? row.xml, counts };
}

async function listReports({ bridge, explain }: AdminParts, _user: unknown, _id: string, query: URLSearchParams) {
  const { after, ...filter } = readListFilter(query);
  const page = { ...(after && { after: Number(after) }), limit: PAGE + 1 };
  const rows = await bridge.outbox.list({ ...filter, ...page } as never);
  const count = await countOf(query, () => bridge.outbox.count(filter as never));
  return partOf(
    rows,
    (row) => toListedReport(row, explain),
    ({ seq }) => seq,
    count,
  );
}

async function listMessages({ bridge }: AdminParts, _user: unknown, _id: string, query: URLSearchParams) {
  const { after, ...filter } = readListFilter(query);
  const rows = await bridge.messages.list({ ...filter, ...(after && { after }), limit: PAGE + 1 } as never);
  const count = await countOf(query, () => bridge.messages.count(filter as never));
  return partOf(rows, toListedMessage, ({ sendId }) => sendId, count);
}

async function listIncidents({ bridge }: AdminParts, _user: unknown, _id: string, query: URLSearchParams) {
  const { after, ...filter } = readListFilter(query);
  const rows = await bridge.incidents.list({ ...filter, ...(after && { after }), limit: PAGE + 1 } as never);
  const count = await countOf(query, () => bridge.incidents.count(filter as never));
  return partOf<IncidentRow, IncidentRow>(
    rows,
    (row) => row,
    ({ incidentId }) => incidentId,
    count,
  );
}

function toListedReport(
  { report, reason, seq, instanceId, state, ...row }: OutboxRow,
  explain: AdminParts['explain'],
): ListedReport {
  const { attempts, dueAt, createdAt, deliveredAt } = row;
  const { reason: explanation, status, previousTaskId } = explain(report);
  return {
    ...{ seq, instanceId, state, attempts, dueAt, createdAt, deliveredAt },
    ...{ problem: reason, explanation, status, previousTaskId },
  };
}

function toListedMessage({
  request,
  problems,
  original: _original,
  refusals: _refusals,
  ...row
}: MessageRow): ListedMessage {
  return { ...row, messageTypeCode: request.messageTypeCode, unreached: problems.length };
}

function toListedTask({
  taskId,
  nodeId,
  nodeName,
  title,
  state,
  handlers,
  handlingGroups,
  createdAt,
}: TaskRow): ListedTask {
  return { taskId, nodeId, nodeName, title, state, handlers, handlingGroups, createdAt };
}
