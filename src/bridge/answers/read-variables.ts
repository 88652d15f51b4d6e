import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { readSnapshot } from '../../plugin/state/snapshot.ts';
import { reader, type ShapeOf } from '../../read-options.ts';
import type { Store } from '../../store/store.ts';

/** Options of `instances.variables`. */
export interface VariablesReadOptions {
  /** Id of a call activity: the variables of the called process, where that has its own. Default: those of the instance. */
  readonly callId?: string;
}

const readOptions = reader(
  z.strictObject({ callId: z.string().min(1).optional() } satisfies ShapeOf<VariablesReadOptions>),
  'instances.variables',
);

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`; `ERR_INPUT_INVALID`: an option is wrong */
export async function readVariables(
  store: Pick<Store, 'getInstance'>,
  instanceId: string,
  options: VariablesReadOptions = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { callId } = readOptions(options);
  const instance = await store.getInstance(instanceId);
  if (!instance) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  if (instance.snapshot === null) return undefined;
  const { variables, ledger } = readSnapshot(instance.snapshot, instanceId);
  if (callId === undefined) return variables;
  return Object.hasOwn(ledger.called, callId) ? ledger.called[callId] : undefined;
}
