import type { Faults } from '../../faults/create-faults.ts';
import { type Resource, useResource } from './use-resource.ts';

/** The faults, as the control API describes them. */
export type FaultsAnswer = Pick<Faults, 'known' | 'active' | 'seed'>;

export function useFaults(): Resource<FaultsAnswer> {
  return useResource<FaultsAnswer>('/faults', ['faults']);
}
