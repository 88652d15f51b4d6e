import { type ListName, MOST_COUNTED } from '../operations/lists.ts';
import type { AdminParts } from './admin-parts.ts';
import type { DoubtsAnswer, ListAnswer, ListedInstance, MeAnswer } from './answers.ts';
import { shownTo, toListedMessage, toListedReport, toListedTask } from './listed-rows.ts';
import { readDefinition, readInstance } from './read-single.ts';
import { type ReadUser, refuseSearch } from './read-user.ts';

const PAGE = 50;
/** Definitions that are read for the processes to choose from. */
const MAX_DEFINITIONS = 1_000;

type Read = (parts: AdminParts, user: ReadUser, id: string) => Promise<object | undefined>;

const ALONE: Readonly<Record<string, Read>> = {
  me: async (_parts, user): Promise<MeAnswer> => user,
  processes: readProcesses,
  doubts: readDoubts,
};

const SINGLE: Readonly<Record<string, Read>> = { instances: readInstance, definitions: readDefinition };

/** Rows of a list as the page has them, without what it must not show. */
type ToListed<Name extends ListName> = (
  rows: Awaited<ReturnType<AdminParts['lists'][Name]['list']>>,
  parts: AdminParts,
  user: ReadUser,
) => readonly object[] | Promise<readonly object[]>;

const same = <Row extends object>(rows: readonly Row[]) => rows;
const LISTED: { readonly [Name in ListName]: ToListed<Name> } = {
  async instances(rows, { store }, user) {
    const problems = await store.countProblems(rows.map(({ instanceId }) => instanceId));
    return rows.map(({ snapshot: _snapshot, path: _path, chain: _chain, revision: _revision, ...row }) => {
      const { openIncidents = 0, parkedReports = 0 } =
        problems.find(({ instanceId }) => instanceId === row.instanceId) ?? {};
      return { ...shownTo(user, row), openIncidents, parkedReports } satisfies ListedInstance;
    });
  },
  tasks: (rows, _parts, user) => rows.map((row) => toListedTask(user, row)),
  outbox: (rows, { explain }) => rows.map((row) => toListedReport(row, explain)),
  messages: (rows) => rows.map(toListedMessage),
  ...{ definitions: same, jobs: same, incidents: same, history: same },
};

/** @returns undefined: there is nothing at this place */
export async function readAnswer(
  parts: AdminParts,
  user: ReadUser,
  [name = '', id, part, ...more]: readonly string[],
  query: URLSearchParams,
): Promise<object | undefined> {
  if (more.length > 0) return undefined;
  if (part !== undefined) {
    const isHistory = part === 'history' && name === 'instances';
    return isHistory ? readList(parts, user, 'history', { ...queryOf(query), instanceId: id ?? '' }) : undefined;
  }
  if (id !== undefined) return Object.hasOwn(SINGLE, name) ? SINGLE[name]?.(parts, user, id) : undefined;
  if (Object.hasOwn(ALONE, name)) return ALONE[name]?.(parts, user, '');
  return Object.hasOwn(LISTED, name) ? readList(parts, user, name as ListName, queryOf(query)) : undefined;
}

function queryOf(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([...query].filter(([, value]) => value !== ''));
}

/** A part of a list. Of the history, `all` says that entries of instances are in it. */
async function readList(
  parts: AdminParts,
  user: ReadUser,
  name: ListName,
  { after, all, ...texts }: Readonly<Record<string, string>>,
): Promise<ListAnswer<object>> {
  refuseSearch(user, texts);
  const isOfNone = name === 'history' && all !== 'true' && texts.instanceId === undefined;
  const filter = { ...parts.readFilter(name, texts), ...(isOfNone && { instanceId: null }) };
  const { list, count, idOf } = parts.lists[name] as {
    list(filter: object): Promise<object[]>;
    count?(filter: object, most: number): Promise<number>;
    idOf(row: object): string | number;
  };
  // One row more than a part has shows that others follow.
  const page = { ...(after !== undefined && { after: parts.idFrom(name, after) }), limit: PAGE + 1 };
  const rows = await list({ ...filter, ...page });
  const shown = rows.slice(0, PAGE);
  const countShown = async () => {
    if (rows.length <= PAGE) return rows.length;
    return (await count?.(filter, MOST_COUNTED + 1)) ?? null;
  };
  const last = shown.at(-1);
  const isDelivery = name === 'outbox' || name === 'messages';
  return {
    rows: await (LISTED[name] as ToListed<'history'>)(shown as never[], parts, user),
    next: rows.length > PAGE && last !== undefined ? String(idOf(last)) : null,
    count: after === undefined ? await countShown() : null,
    unsettled: after === undefined && isDelivery ? await parts.store.countUnsettled(name) : null,
  };
}

async function readProcesses({ store }: AdminParts): Promise<readonly string[]> {
  const rows = await store.listDefinitions({ limit: MAX_DEFINITIONS });
  return [...new Set(rows.map(({ processId }) => processId))];
}

async function readDoubts({ doubts, explain }: AdminParts, user: ReadUser): Promise<DoubtsAnswer> {
  const { tasks, reports, ...rest } = await doubts();
  return {
    ...rest,
    tasks: tasks.map((task) => toListedTask(user, task)),
    reports: reports.map((report) => toListedReport(report, explain)),
  };
}
