/** The lists of a bridge, by the fields that `operations/lists.ts` declares. */
import * as z from 'zod';
import { type ErrorCode, InputError } from '../../errors.ts';
import type { Field, Fields } from '../../operations/field.ts';
import { LISTS, type ListName } from '../../operations/lists.ts';
import { reader } from '../../read-options.ts';
import type {
  DefinitionSummary,
  HistoryFilter,
  HistoryRow,
  IncidentFilter,
  IncidentRow,
  InstanceFilter,
  InstanceRow,
  JobFilter,
  JobSummary,
  MessageFilter,
  MessageRow,
  OutboxFilter,
  OutboxRow,
  Page,
  Store,
  TaskFilter,
  TaskRow,
} from '../../store/store.ts';

/** Reads rows that a filter leaves. Each refuses what is no filter: `ERR_INPUT_INVALID` with the path of every problem. */
export interface List<Row> {
  list(filter?: unknown): Promise<Row[]>;
  /** Of definitions and of the history there is none. Counts no further than `most`. */
  count?(filter?: unknown, most?: number): Promise<number>;
  /** What names a row; the list is continued after it. */
  idOf(row: Row): string | number;
}

export interface Lists {
  readonly instances: Required<List<InstanceRow>>;
  readonly tasks: Required<List<TaskRow>>;
  readonly definitions: List<DefinitionSummary>;
  readonly outbox: Required<List<OutboxRow>>;
  readonly messages: Required<List<MessageRow>>;
  readonly jobs: Required<List<JobSummary>>;
  readonly incidents: Required<List<IncidentRow>>;
  readonly history: List<HistoryRow>;
}

export function createLists(store: Store): Lists {
  return {
    instances: {
      list: async (filter) => listInstances(store, read.instances.list(filter)),
      count: async (filter, most) => store.countInstances(read.instances.count(filter), most),
      idOf: ({ instanceId }) => instanceId,
    },
    tasks: {
      list: async (filter) => listTasks(store, { system: false, ...read.tasks.list(filter) }),
      count: async (filter, most) => store.countTasks({ system: false, ...read.tasks.count(filter) }, most),
      idOf: ({ taskId }) => taskId,
    },
    definitions: {
      list: async (filter) => listDefinitions(store, read.definitions.list(filter)),
      idOf: ({ definitionId }) => definitionId,
    },
    outbox: {
      list: async (filter) => store.listOutbox(read.outbox.list(filter)),
      count: async (filter, most) => store.countOutbox(read.outbox.count(filter), most),
      idOf: ({ seq }) => seq,
    },
    messages: {
      list: async (filter) => listMessages(store, read.messages.list(filter)),
      count: async (filter, most) => store.countMessages(read.messages.count(filter), most),
      idOf: ({ sendId }) => sendId,
    },
    jobs: {
      list: async (filter) => store.listJobs(read.jobs.list(filter)),
      count: async (filter, most) => store.countJobs(read.jobs.count(filter), most),
      idOf: ({ jobId }) => jobId,
    },
    incidents: {
      list: async (filter) => listIncidents(store, read.incidents.list(filter)),
      count: async (filter, most) => store.countIncidents(read.incidents.count(filter), most),
      idOf: ({ incidentId }) => incidentId,
    },
    history: {
      list: async (filter) => store.listHistory(read.history.list(filter)),
      idOf: ({ seq }) => seq,
    },
  };
}

// PostgreSQL refuses U+0000 in a text, while SQLite accepts it. No row contains it.
const text = z.string().refine((value) => !value.includes('\0'), { error: 'must not contain the character U+0000' });
const wholeNumber = z.int().nonnegative();

const SCHEMAS: Readonly<Record<Field['kind'], z.ZodType>> = {
  text,
  words: text.refine((value) => value.trim() !== '', { error: 'must not be empty' }),
  number: wholeNumber,
  time: z.int(),
  yes: z.boolean(),
  mark: z.literal(true),
  names: z.array(text),
  json: z.record(z.string(), z.unknown()),
};

/** One schema for each field of a filter. */
export function shapeOf(fields: Fields): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, oneOf, isNullable }]) => {
      const schema = oneOf === undefined ? SCHEMAS[kind] : z.enum(oneOf);
      return [name, (isNullable ? schema.nullable() : schema).optional()];
    }),
  );
}

/** What narrows a list; the filters of the store, which the declared fields are held equal to. */
interface Filters {
  readonly instances: InstanceFilter;
  readonly tasks: TaskFilter;
  readonly definitions: { readonly processId?: string };
  readonly outbox: OutboxFilter;
  readonly messages: MessageFilter;
  readonly jobs: JobFilter;
  readonly incidents: IncidentFilter;
  readonly history: HistoryFilter;
}

/** @param after what rows are named by */
function readersOf<Name extends ListName, After>(name: Name, after: z.ZodType<After>) {
  const shape = shapeOf(LISTS[name]);
  const page = { limit: wholeNumber.optional(), after: after.optional() };
  const call = name === 'history' ? name : `${name}.list`;
  const [list, count] = [
    reader(z.strictObject({ ...shape, ...page }), call),
    reader(z.strictObject(shape), `${name}.count`),
  ];
  return {
    list: (filter: unknown = {}) => list(filter) as Filters[Name] & { readonly limit?: number; readonly after?: After },
    count: (filter: unknown = {}) => count(filter) as Filters[Name],
  };
}

const read = {
  instances: readersOf('instances', text),
  tasks: readersOf('tasks', text),
  definitions: readersOf('definitions', text),
  outbox: readersOf('outbox', wholeNumber),
  messages: readersOf('messages', text),
  jobs: readersOf('jobs', text),
  incidents: readersOf('incidents', text),
  history: readersOf('history', wholeNumber),
};

/** Part of a list that is continued after a row, which callers name by its id. */
export interface ContinuedPage extends Page {
  /** The id of a row: only those after it, which costs the same at any place of a long list. Default: from the first one. */
  readonly after?: string;
}

/** @throws {InputError} `ERR_PROCESS_UNKNOWN`: the definition of `after` is not stored, or no longer */
async function listDefinitions(
  store: Pick<Store, 'getDefinition' | 'listDefinitions'>,
  { after: id, ...filter }: { readonly processId?: string } & ContinuedPage,
): Promise<DefinitionSummary[]> {
  if (id === undefined) return store.listDefinitions(filter);
  const after = (await store.getDefinition(id)) ?? refuse('ERR_PROCESS_UNKNOWN', 'definition', id);
  return store.listDefinitions({ ...filter, after });
}

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`: the instance of `after` is not stored, or no longer */
export async function listInstances(
  store: Pick<Store, 'getInstance' | 'listInstances'>,
  { after: id, ...filter }: InstanceFilter & ContinuedPage,
): Promise<InstanceRow[]> {
  if (id === undefined) return store.listInstances(filter);
  const after = (await store.getInstance(id)) ?? refuse('ERR_INSTANCE_UNKNOWN', 'instance', id);
  return store.listInstances({ ...filter, after });
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the task of `after` is not stored, or no longer */
async function listTasks(
  store: Pick<Store, 'getTask' | 'listTasks'>,
  { after: id, ...filter }: TaskFilter & ContinuedPage,
): Promise<TaskRow[]> {
  if (id === undefined) return store.listTasks(filter);
  const after = (await store.getTask(id)) ?? refuse('ERR_INPUT_INVALID', 'task', id);
  return store.listTasks({ ...filter, after });
}

/** @throws {InputError} `ERR_MESSAGE_UNKNOWN`: the message of `after` is not stored, or no longer */
async function listMessages(
  store: Pick<Store, 'getMessage' | 'listMessages'>,
  filter: MessageFilter & ContinuedPage,
): Promise<MessageRow[]> {
  const { after } = filter;
  if (after !== undefined && !(await store.getMessage(after))) refuse('ERR_MESSAGE_UNKNOWN', 'message', after);
  return store.listMessages(filter);
}

/** @throws {InputError} `ERR_INCIDENT_UNKNOWN`: the incident of `after` is not stored, or no longer */
async function listIncidents(
  store: Pick<Store, 'getIncident' | 'listIncidents'>,
  { after: id, ...filter }: IncidentFilter & ContinuedPage,
): Promise<IncidentRow[]> {
  if (id === undefined) return store.listIncidents(filter);
  const after = (await store.getIncident(id)) ?? refuse('ERR_INCIDENT_UNKNOWN', 'incident', id);
  return store.listIncidents({ ...filter, after });
}

function refuse(code: ErrorCode, what: string, id: string): never {
  throw new InputError(code, `There is no ${what} ${id} to continue after: begin the list again.`, {
    details: { [`${what}Id`]: id },
  });
}
