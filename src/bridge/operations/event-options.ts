import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { account } from '../../protocol/account.ts';
import { JsonObject } from '../../protocol/json-object.ts';

const text = z.string().min(1);
const payload = JsonObject.optional();

const SignalOptionsSchema = z
  .strictObject({
    /** Name of the signal, as in the diagram. */
    name: text.optional(),
    /**
     * Or the id of a receive task: the first token that waits there goes on. In a called process the id is
     * `<id of the call>.<id>`.
     */
    nodeId: text.optional(),
    /** Variables to set if something was waiting. Plain JSON, with the limits of those of `start`. */
    payload,
  })
  .refine(({ name, nodeId }) => (name === undefined) !== (nodeId === undefined), {
    path: ['name'],
    error: 'give one of name and nodeId',
  });
/** A signal for one instance, or the completion of one of its receive tasks: pass exactly one of `name` and `nodeId`. */
export type SignalOptions = z.input<typeof SignalOptionsSchema>;

const BroadcastOptionsSchema = z.strictObject({
  /** Name of the signal, as in the diagrams. */
  name: text,
  /** Initiator of the processes that the signal starts. Default: `defaults.systemHandler`. */
  initiator: account.optional(),
  /** Variables to set in every receiver. Plain JSON, with the limits of those of `start`. */
  payload,
});
/** A signal for everything that waits for it. */
export type BroadcastOptions = z.input<typeof BroadcastOptionsSchema>;

const MessageOptionsSchema = z
  .strictObject({
    /** Name of the message, as in the diagram. */
    name: text,
    /** The instance that receives it. */
    instanceId: text.optional(),
    /**
     * Or a business key: the oldest running instance with this key that waits for the message receives it. If none waits,
     * a process that the message starts is started with this key.
     */
    businessKey: text.optional(),
    /** Or the value of `ttc:correlationKey` at the receiving event. */
    correlationKey: text.optional(),
    /** Initiator of the process that the message starts. Default: `defaults.systemHandler`. */
    initiator: account.optional(),
    /** Variables to set if something was waiting. Plain JSON, with the limits of those of `start`. */
    payload,
  })
  .refine(
    ({ instanceId, businessKey, correlationKey }) =>
      [instanceId, businessKey, correlationKey].filter((value) => value !== undefined).length === 1,
    { path: ['instanceId'], error: 'give one of instanceId, businessKey and correlationKey' },
  );
/** A message and its receiver: pass exactly one of `instanceId`, `businessKey` and `correlationKey`. */
export type MessageOptions = z.input<typeof MessageOptionsSchema>;

/** The outcome of a message or signal. If nothing was waiting, nothing has changed, and it is not kept. */
export interface EventOutcome {
  /** Whether something received it. */
  readonly matched: boolean;
  /** The instance that received it or was started by it; null: none. */
  readonly instanceId: string | null;
}

/** The outcome of a signal to all instances. */
export interface BroadcastOutcome {
  /** Instances that received it, and those that it started. */
  readonly instanceIds: string[];
  /** Instances in which the signal failed, and processes that it could not start. They are unchanged. */
  readonly failures: { readonly subject: string; readonly code: string; readonly reason: string }[];
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readSignalOptions(instanceId: string, options: SignalOptions): z.output<typeof SignalOptionsSchema> {
  return readOptions(SignalOptionsSchema, `signal(${instanceId})`, options);
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readBroadcastOptions(options: BroadcastOptions): z.output<typeof BroadcastOptionsSchema> {
  return readOptions(BroadcastOptionsSchema, 'broadcast()', options);
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readMessageOptions(options: MessageOptions): z.output<typeof MessageOptionsSchema> {
  return readOptions(MessageOptionsSchema, 'message()', options);
}

function readOptions<Schema extends z.ZodType>(schema: Schema, call: string, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `${call} was given\n${z.prettifyError(parsed.error)}`);
}
