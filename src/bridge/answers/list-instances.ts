import { InputError } from '../../errors.ts';
import type { InstanceFilter, InstanceRow, Page, Store } from '../../store/port.ts';

/** A filter whose `after` is the id of an instance. */
export interface InstanceListFilter extends Omit<InstanceFilter, 'after'>, Page {
  readonly after?: string;
}

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`: the instance of `after` is not stored, or no longer */
export async function listInstances(
  store: Pick<Store, 'getInstance' | 'listInstances'>,
  { after: instanceId, ...filter }: InstanceListFilter,
): Promise<InstanceRow[]> {
  if (instanceId === undefined) return store.listInstances(filter);
  const after = await store.getInstance(instanceId);
  if (after !== undefined) return store.listInstances({ ...filter, after });
  const text = `There is no instance ${instanceId} to continue after.`;
  throw new InputError('ERR_INSTANCE_UNKNOWN', text, { details: { instanceId } });
}
