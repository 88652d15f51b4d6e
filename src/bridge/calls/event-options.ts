import * as z from 'zod';
import { account } from '../../protocol/account.ts';
import { JsonObject } from '../../protocol/json-object.ts';
import { reader, type ShapeOf } from '../../read-options.ts';

/** A signal for one instance, or the completion of one of its receive tasks: pass exactly one of `name` and `nodeId`. */
export interface SignalOptions {
  /** Name of the signal, as in the diagram. */
  readonly name?: string;
  /**
   * Or the id of a receive task: the first token that waits there goes on. In a called process the id is
   * `<id of the call>.<id>`.
   */
  readonly nodeId?: string;
  /** Variables to set if something was waiting. Plain JSON, with the limits of those of `start`. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** A signal for everything that waits for it. */
export interface BroadcastOptions {
  /** Name of the signal, as in the diagrams. */
  readonly name: string;
  /** Initiator of the processes that the signal starts. Default: `defaults.systemHandler`. */
  readonly initiator?: string;
  /** Variables to set in every receiver. Plain JSON, with the limits of those of `start`. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** A message and its receiver: pass exactly one of `instanceId`, `businessKey` and `correlationKey`. */
export interface MessageOptions {
  /** Name of the message, as in the diagram. */
  readonly name: string;
  /** The instance that receives it. */
  readonly instanceId?: string;
  /**
   * Or a business key: the oldest running instance with this key that waits for the message receives it. If none waits,
   * a process that the message starts is started with this key.
   */
  readonly businessKey?: string;
  /** Or the value of `ttc:correlationKey` at the receiving event. */
  readonly correlationKey?: string;
  /** Initiator of the process that the message starts. Default: `defaults.systemHandler`. */
  readonly initiator?: string;
  /** Variables to set if something was waiting. Plain JSON, with the limits of those of `start`. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

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

const text = z.string().min(1);
const payload = JsonObject.optional();
const initiator = account.optional();

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readSignalOptions = reader(
  z
    .strictObject({ name: text.optional(), nodeId: text.optional(), payload } satisfies ShapeOf<SignalOptions>)
    .refine(({ name, nodeId }) => (name === undefined) !== (nodeId === undefined), {
      path: ['name'],
      error: 'give one of name and nodeId',
    }),
  'signal',
);
export const readBroadcastOptions = reader(
  z.strictObject({ name: text, initiator, payload } satisfies ShapeOf<BroadcastOptions>),
  'broadcast',
);
export const readMessageOptions = reader(
  z
    .strictObject({
      ...{ name: text, initiator, payload },
      ...{ instanceId: text.optional(), businessKey: text.optional(), correlationKey: text.optional() },
    } satisfies ShapeOf<MessageOptions>)
    .refine(
      ({ instanceId, businessKey, correlationKey }) =>
        [instanceId, businessKey, correlationKey].filter((value) => value !== undefined).length === 1,
      { path: ['instanceId'], error: 'give one of instanceId, businessKey and correlationKey' },
    ),
  'message',
);
