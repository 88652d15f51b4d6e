import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type {
  HistoryFilter,
  IncidentFilter,
  InstanceFilter,
  JobFilter,
  JobState,
  MessageFilter,
  MessageState,
  OutboxFilter,
  OutboxState,
  TaskFilter,
} from '../../store/port.ts';

// PostgreSQL refuses U+0000 in a text, while SQLite accepts it. No row contains it.
const text = z.string().refine((value) => !value.includes('\0'), { error: 'must not contain the character U+0000' });
const wholeNumber = z.int().nonnegative();
const words = text.refine((value) => value.trim() !== '', { error: 'must not be empty' });
const yesOrNo = z.boolean().optional();
const time = z.int().optional();

/** Maximum number of rows (default 100), and the id of the row after which the list continues. */
const page = { limit: wholeNumber.optional(), after: text.optional() };
const pageBySeq = { limit: wholeNumber.optional(), after: wholeNumber.optional() };

const InstanceState = z.enum([
  'running',
  'suspended',
  'ended',
  'terminated',
  'revoked',
]) satisfies z.ZodType<InstanceStatus>;
const ReportState = z.enum([
  'pending',
  'delivered',
  'parked',
  'unconfirmed',
  'acknowledged',
  'skipped',
]) satisfies z.ZodType<OutboxState>;
const SentState = z.enum(['pending', 'sent', 'partial', 'parked', 'skipped']) satisfies z.ZodType<MessageState>;

const JobStateName = z.enum(['queued', 'failed', 'done', 'cancelled']) satisfies z.ZodType<JobState>;

const instances = {
  processId: text.optional(),
  definitionId: text.optional(),
  status: InstanceState.optional(),
  open: yesOrNo,
  businessKey: text.optional(),
  initiator: text.optional(),
  handler: text.optional(),
  group: text.optional(),
  nodeId: text.optional(),
  startedFrom: time,
  startedBefore: time,
  text: words.optional(),
  problem: z.literal(true).optional(),
} satisfies Fields<InstanceFilter>;
const tasks = {
  instanceId: text.optional(),
  processId: text.optional(),
  nodeId: text.optional(),
  state: z.enum(TASK_STATES).optional(),
  open: yesOrNo,
  initiator: text.optional(),
  handler: text.optional(),
  group: text.optional(),
  createdFrom: time,
  createdBefore: time,
  text: words.optional(),
} satisfies Fields<TaskFilter>;
/** What reports and messages have in common. */
const delivery = {
  instanceId: text.optional(),
  processId: text.optional(),
  reason: words.optional(),
  createdFrom: time,
  createdBefore: time,
};
const outbox = { ...delivery, state: ReportState.optional() } satisfies Fields<OutboxFilter>;
const messages = { ...delivery, state: SentState.optional() } satisfies Fields<MessageFilter>;
const jobs = { instanceId: text.optional(), state: JobStateName.optional() } satisfies Fields<JobFilter>;
const incidents = {
  instanceId: text.optional(),
  open: yesOrNo,
  code: text.optional(),
  processId: text.optional(),
} satisfies Fields<IncidentFilter>;

const history = {
  instanceId: text.nullable().optional(),
  type: text.optional(),
  by: words.optional(),
  from: time,
  before: time,
} satisfies Fields<HistoryFilter>;

/** One schema for each filter that the store knows. */
type Fields<Filter> = { readonly [Name in keyof Required<Filter>]: z.ZodType };

/**
 * These objects validate the filters of lists, and of counts, which have no page; in the same way for every store.
 * @throws {InputError} `ERR_INPUT_INVALID`: an unknown filter or state, or a limit that is not a whole number of at least 0;
 * with the path of every problem
 */
export const readDefinitionFilter = filterReader(
  'definitions.list',
  z.strictObject({ processId: text.optional(), ...page }),
);
export const readInstanceFilter = {
  list: filterReader('instances.list', z.strictObject({ ...instances, ...page })),
  count: filterReader('instances.count', z.strictObject(instances)),
};
export const readTaskFilter = {
  list: filterReader('tasks.list', z.strictObject({ ...tasks, ...page })),
  count: filterReader('tasks.count', z.strictObject(tasks)),
};
export const readOutboxFilter = {
  list: filterReader('outbox.list', z.strictObject({ ...outbox, ...pageBySeq })),
  count: filterReader('outbox.count', z.strictObject(outbox)),
};
export const readMessageFilter = {
  list: filterReader('messages.list', z.strictObject({ ...messages, ...page })),
  count: filterReader('messages.count', z.strictObject(messages)),
};
export const readJobFilter = {
  list: filterReader('jobs.list', z.strictObject({ ...jobs, ...page })),
  count: filterReader('jobs.count', z.strictObject(jobs)),
};
export const readIncidentFilter = {
  list: filterReader('incidents.list', z.strictObject({ ...incidents, ...page })),
  count: filterReader('incidents.count', z.strictObject(incidents)),
};
export const readHistoryFilter = filterReader('history', z.strictObject({ ...history, ...pageBySeq }));

/** A filter without undefined values, which are equivalent to omitted ones. */
type Given<Filter> = { readonly [Name in keyof Filter]: Exclude<Filter[Name], undefined> };

function filterReader<Schema extends z.ZodType>(call: string, schema: Schema) {
  return (filter: unknown = {}): Given<z.output<Schema>> => {
    const parsed = schema.safeParse(filter);
    if (parsed.success) return parsed.data as Given<z.output<Schema>>;
    throw new InputError('ERR_INPUT_INVALID', `${call} was given\n${z.prettifyError(parsed.error)}`);
  };
}
