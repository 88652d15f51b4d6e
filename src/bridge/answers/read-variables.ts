import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { readSnapshot } from '../../plugin/state/snapshot.ts';
import type { Store } from '../../store/port.ts';

const VariablesReadSchema = z.strictObject({
  /** Id of a call activity: the variables of the called process, where that has its own. Default: those of the instance. */
  callId: z.string().min(1).optional(),
});
/** Options of `instances.variables`. */
export type VariablesReadOptions = z.input<typeof VariablesReadSchema>;

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`; `ERR_INPUT_INVALID`: an option is wrong */
export async function readVariables(
  store: Pick<Store, 'getInstance'>,
  instanceId: string,
  options: VariablesReadOptions = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const parsed = VariablesReadSchema.safeParse(options);
  if (!parsed.success) {
    throw new InputError('ERR_INPUT_INVALID', `instances.variables was given\n${z.prettifyError(parsed.error)}`);
  }
  const { callId } = parsed.data;
  const instance = await store.getInstance(instanceId);
  if (!instance) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  if (instance.snapshot === null) return undefined;
  const { variables, ledger } = readSnapshot(instance.snapshot, instanceId);
  if (callId === undefined) return variables;
  return Object.hasOwn(ledger.called, callId) ? ledger.called[callId] : undefined;
}
