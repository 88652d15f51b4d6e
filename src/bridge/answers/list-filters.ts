import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import type { InstanceStatus, MessageState, OutboxState } from '../../store/port.ts';

// PostgreSQL refuses a text with U+0000 and SQLite compares it: no row has one.
const text = z.string().refine((value) => !value.includes('\0'), { error: 'must not contain the character U+0000' });
const wholeNumber = z.int().nonnegative();

/** Most rows to give, 100 by default; rows to pass over, none by default. */
const page = { limit: wholeNumber.optional(), offset: wholeNumber.optional() };

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
  'skipped',
]) satisfies z.ZodType<OutboxState>;
const SentState = z.enum(['pending', 'sent', 'partial', 'parked', 'skipped']) satisfies z.ZodType<MessageState>;

/**
 * Each reads what a list was asked for, the same on every store.
 * @throws {InputError} `ERR_INPUT_INVALID`: a name that the list does not know, a state that there is not, a limit or an
 * offset that is no whole number from 0; with the path of every problem
 */
export const readInstanceFilter = filterReader(
  'instances.list',
  z.strictObject({
    processId: text.optional(),
    status: InstanceState.optional(),
    businessKey: text.optional(),
    ...page,
  }),
);
export const readTaskFilter = filterReader(
  'tasks.list',
  z.strictObject({
    instanceId: text.optional(),
    state: z.enum(TASK_STATES).optional(),
    handler: text.optional(),
    ...page,
  }),
);
export const readOutboxFilter = filterReader(
  'outbox.list',
  z.strictObject({ instanceId: text.optional(), state: ReportState.optional(), ...page }),
);
export const readMessageFilter = filterReader(
  'messages.list',
  z.strictObject({ instanceId: text.optional(), state: SentState.optional(), ...page }),
);
export const readIncidentFilter = filterReader(
  'incidents.list',
  z.strictObject({ instanceId: text.optional(), open: z.boolean().optional(), ...page }),
);
export const readHistoryFilter = filterReader(
  'history',
  z.strictObject({ instanceId: text.optional(), after: wholeNumber.optional(), limit: page.limit }),
);

/** What is left out and what is undefined are the same to every list. */
type Given<Filter> = { readonly [Name in keyof Filter]: Exclude<Filter[Name], undefined> };

function filterReader<Schema extends z.ZodType>(call: string, schema: Schema) {
  return (filter: unknown = {}): Given<z.output<Schema>> => {
    const parsed = schema.safeParse(filter);
    if (parsed.success) return parsed.data as Given<z.output<Schema>>;
    throw new InputError('ERR_INPUT_INVALID', `${call} was given\n${z.prettifyError(parsed.error)}`);
  };
}
