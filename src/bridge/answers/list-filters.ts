import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { MessageState, OutboxState } from '../../store/port.ts';

// PostgreSQL refuses U+0000 in a text, while SQLite accepts it. No row contains it.
const text = z.string().refine((value) => !value.includes('\0'), { error: 'must not contain the character U+0000' });
const wholeNumber = z.int().nonnegative();

/** Maximum number of rows (default 100), and number of rows to skip (default 0). */
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
  'acknowledged',
  'skipped',
]) satisfies z.ZodType<OutboxState>;
const SentState = z.enum(['pending', 'sent', 'partial', 'parked', 'skipped']) satisfies z.ZodType<MessageState>;

/**
 * These functions validate the filters of lists, in the same way for every store.
 * @throws {InputError} `ERR_INPUT_INVALID`: an unknown filter or state, or a limit or offset that is not a whole number of
 * at least 0; with the path of every problem
 */
export const readDefinitionFilter = filterReader(
  'definitions.list',
  z.strictObject({ processId: text.optional(), ...page }),
);
export const readInstanceFilter = filterReader(
  'instances.list',
  z.strictObject({
    processId: text.optional(),
    status: InstanceState.optional(),
    businessKey: text.optional(),
    initiator: text.optional(),
    definitionId: text.optional(),
    after: text.optional(),
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

/** A filter without undefined values, which are equivalent to omitted ones. */
type Given<Filter> = { readonly [Name in keyof Filter]: Exclude<Filter[Name], undefined> };

function filterReader<Schema extends z.ZodType>(call: string, schema: Schema) {
  return (filter: unknown = {}): Given<z.output<Schema>> => {
    const parsed = schema.safeParse(filter);
    if (parsed.success) return parsed.data as Given<z.output<Schema>>;
    throw new InputError('ERR_INPUT_INVALID', `${call} was given\n${z.prettifyError(parsed.error)}`);
  };
}
