import { z } from 'zod';
import { InputError } from '../../errors.ts';

const text = z.string().min(1);
const payload = z.record(z.string(), z.json()).optional();

const SignalOptionsSchema = z
  .strictObject({
    /** Of the signal, as in the drawing. */
    name: text.optional(),
    /**
     * Or the id of a receive task: one token that waits there goes on, the first that the instance has. In a called process
     * it is `<id of the call>.<id>`.
     */
    nodeId: text.optional(),
    /** Plain JSON; set as variables when something waited. */
    payload,
  })
  .refine(({ name, nodeId }) => (name === undefined) !== (nodeId === undefined), {
    path: ['name'],
    error: 'give one of name and nodeId',
  });
/** A signal for one instance, or word for a receive task of it: exactly one of `name` and `nodeId`. */
export type SignalOptions = z.input<typeof SignalOptionsSchema>;

const BroadcastOptionsSchema = z.strictObject({
  /** Of the signal, as in the drawings. */
  name: text,
  /** Who starts the processes that it starts. Default: `defaults.systemHandler`. */
  initiator: text.optional(),
  /** Plain JSON; set as variables of whatever hears it. */
  payload,
});
/** A signal for whatever listens to it. */
export type BroadcastOptions = z.input<typeof BroadcastOptionsSchema>;

const MessageOptionsSchema = z
  .strictObject({
    /** Of the message, as in the drawing. */
    name: text,
    /** The instance it is for. */
    instanceId: text.optional(),
    /**
     * Or the matter: the oldest running instance of it that waits for the message takes it; when none does, a process
     * that the message starts is started for it.
     */
    businessKey: text.optional(),
    /** Or the key that the receiving event names by `ttc:correlationKey`. */
    correlationKey: text.optional(),
    /** Who starts that process. Default: `defaults.systemHandler`. */
    initiator: text.optional(),
    /** Plain JSON; set as variables when something waited. */
    payload,
  })
  .refine(
    ({ instanceId, businessKey, correlationKey }) =>
      [instanceId, businessKey, correlationKey].filter((value) => value !== undefined).length === 1,
    { path: ['instanceId'], error: 'give one of instanceId, businessKey and correlationKey' },
  );
/** A message, and for whom it is: exactly one of `instanceId`, `businessKey` and `correlationKey`. */
export type MessageOptions = z.input<typeof MessageOptionsSchema>;

/** Whether something waited for it; what nothing waited for has changed nothing and is not kept. */
export interface EventOutcome {
  /** Whether something took it. */
  readonly matched: boolean;
  /** Who took it, or was started by it; null: nobody. */
  readonly instanceId: string | null;
}

/** What became of a signal that was sent to all. */
export interface BroadcastOutcome {
  /** Instances that took it, and those that it started. */
  readonly instanceIds: string[];
  /** Instances, and processes it would start, that could not follow it: nothing came of it there. */
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
