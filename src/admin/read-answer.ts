import type { AdminUser } from '../host/admin.ts';
import type { DefinitionSummary, HistoryRow, IncidentRow } from '../store/port.ts';
import { invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type { BacklogAnswer, HistoryAnswer, ListAnswer, ListedInstance, MeAnswer } from './answers.ts';
import { readListFilter } from './list-filter.ts';
import { shownTo, toListedMessage, toListedReport } from './listed-rows.ts';
import { readDefinition, readInstance } from './read-single.ts';

const PAGE = 50;

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
  history: listHistory,
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

/** Without `all`, what belongs to no instance. */
async function listHistory({ bridge }: AdminParts, _user: unknown, _id: string, query: URLSearchParams) {
  const { after, all, ...filter } = readListFilter(query);
  const page = { ...(after && { after: Number(after) }), limit: PAGE + 1 };
  const rows = await bridge.history({ ...(all !== 'true' && { instanceId: null }), ...filter, ...page } as never);
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
