import type { LateCall } from '../../nodes/service-node.ts';
import { idsOfTarget } from './called-process.ts';

/** Where a called process is looked up. */
export interface ProcessPlaces<Found> {
  /** In the file of the call. */
  readonly own: (processId: string) => Promise<Found | undefined>;
  /** Among deployed processes: those deployed together with that file, else earlier ones. */
  readonly deployed: (processId: string) => Promise<Found | undefined>;
}

/**
 * Finds the process that a call names: in its own file, else among deployed processes; in the opposite order if the call
 * requires the latest version. Used at deployment and at run time.
 */
export async function findProcess<Found>(
  target: string,
  by: Exclude<LateCall['by'], 'definition'>,
  { own, deployed }: ProcessPlaces<Found>,
): Promise<Found | undefined> {
  const [first, second] = by === 'latest' ? [deployed, own] : [own, deployed];
  for (const processId of idsOfTarget(target)) {
    const found = (await first(processId)) ?? (await second(processId));
    if (found !== undefined) return found;
  }
  return undefined;
}
