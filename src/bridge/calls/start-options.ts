import * as z from 'zod';
import { account } from '../../protocol/account.ts';
import { JsonObject } from '../../protocol/json-object.ts';
import { reader, type ShapeOf } from '../../read-options.ts';

/** Options of `start`. All are optional, because an event can start a process without a person. */
export interface StartOptions {
  /** The version of the process to start, by the id that `deploy` returned. Default: the latest. */
  readonly definitionId?: string;
  /** Account of the person the instance belongs to. Default: `defaults.systemHandler`. */
  readonly initiator?: string;
  /** Display name of the initiator. Default: the center looks it up. */
  readonly initiatorName?: string;
  /** The host's own reference for the instance; the center shows it as serialNumber. */
  readonly businessKey?: string;
  /** Variables of the instance. Plain JSON, at most 1,000 levels deep and with 250,000 values. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Makes the start idempotent: the same key returns the same instance, whatever the other options are, until
   * `retention.statusDays` after its end.
   */
  readonly startKey?: string;
  /**
   * The task in the center that this instance follows: it is reported with `next` and the first tasks of the instance. A
   * task of this bridge must be handled already; a task of another system may be pending, and this report handles it.
   */
  readonly previousTaskId?: string;
  /**
   * The handler of that task, for its report. Default: the person who handled it, if it is a task of this bridge; otherwise
   * the initiator. The center refuses the report of a pending task if this is not one of its handlers.
   */
  readonly previousHandler?: string;
}

const text = z.string().min(1).optional();

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export const readStartOptions = reader(
  z.strictObject({
    definitionId: text,
    initiator: account.optional(),
    initiatorName: text,
    businessKey: text,
    variables: JsonObject.optional(),
    startKey: text,
    previousTaskId: text,
    previousHandler: account.optional(),
  } satisfies ShapeOf<StartOptions>),
  'start',
);
