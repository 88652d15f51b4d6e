import type { Faults } from '../../faults/create-faults.ts';
import { type Resource, useResource } from './use-resource.ts';

/** What the control API tells of faults. */
export type FaultsAnswer = Pick<Faults, 'known' | 'active' | 'seed'>;

export function useFaults(): Resource<FaultsAnswer> {
  return useResource<FaultsAnswer>('/faults', ['faults']);
}
