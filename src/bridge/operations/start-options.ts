import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { account } from './operation-options.ts';

const text = z.string().min(1);

/** Everything of a start is optional: a process may start by itself. */
const StartOptionsSchema = z.strictObject({
  /** Account of the person the instance belongs to. Default: `defaults.systemHandler`. */
  initiator: text.optional(),
  /** Their name, as the center shows it. Default: the center looks it up. */
  initiatorName: text.optional(),
  /** The host's own name of the matter; the center shows it as serialNumber. */
  businessKey: text.optional(),
  /** Plain JSON, seen by every expression. */
  variables: z.record(z.string(), z.json()).optional(),
  /**
   * Makes the start idempotent: the same key gives the same instance, whatever else is passed, until `retention.statusDays`
   * after its end.
   */
  startKey: text.optional(),
  /**
   * The task in the center this instance follows: it is reported `next` with the first tasks. One that this bridge made
   * must be handled; one of another system may be pending, and is handled by that report.
   */
  previousTaskId: text.optional(),
  /**
   * Who handled that task, as its report says. Default: as the bridge knows, where it made the task; else the initiator. The
   * center refuses the report of a pending task by anybody but a handler of it.
   */
  previousHandler: account.optional(),
});
/** For whom an instance is started, and with what. */
export type StartOptions = z.input<typeof StartOptionsSchema>;

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export function readStartOptions(processId: string, options: StartOptions): z.output<typeof StartOptionsSchema> {
  const parsed = StartOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `start(${processId}) was given\n${z.prettifyError(parsed.error)}`);
}
