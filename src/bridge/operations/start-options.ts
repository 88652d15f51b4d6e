import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { account } from '../../protocol/account.ts';
import { JsonObject } from '../../protocol/json-object.ts';

const text = z.string().min(1);

/** All options are optional, because an event can start a process without a person. */
const StartOptionsSchema = z.strictObject({
  /** The version of the process to start, by the id that `deploy` returned. Default: the latest. */
  definitionId: text.optional(),
  /** Account of the person the instance belongs to. Default: `defaults.systemHandler`. */
  initiator: account.optional(),
  /** Display name of the initiator. Default: the center looks it up. */
  initiatorName: text.optional(),
  /** The host's own reference for the instance; the center shows it as serialNumber. */
  businessKey: text.optional(),
  /** Variables of the instance. Plain JSON, at most 1,000 levels deep and with 250,000 values. */
  variables: JsonObject.optional(),
  /**
   * Makes the start idempotent: the same key returns the same instance, whatever the other options are, until
   * `retention.statusDays` after its end.
   */
  startKey: text.optional(),
  /**
   * The task in the center that this instance follows: it is reported with `next` and the first tasks of the instance. A
   * task of this bridge must be handled already; a task of another system may be pending, and this report handles it.
   */
  previousTaskId: text.optional(),
  /**
   * The handler of that task, for its report. Default: the person who handled it, if it is a task of this bridge; otherwise
   * the initiator. The center refuses the report of a pending task if this is not one of its handlers.
   */
  previousHandler: account.optional(),
});
/** Options of `start`. */
export type StartOptions = z.input<typeof StartOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readStartOptions(processId: string, options: StartOptions): z.output<typeof StartOptionsSchema> {
  const parsed = StartOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `start(${processId}) was given\n${z.prettifyError(parsed.error)}`);
}
