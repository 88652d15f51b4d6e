import type { LateCall } from '../process-model.ts';
import { idsOfTarget } from './called-process.ts';

/** Where a process may be that a call names. */
export interface ProcessPlaces<Found> {
  /** In the file that the call was drawn in. */
  readonly own: (processId: string) => Promise<Found | undefined>;
  /** Among what is deployed: together with that file, else before. */
  readonly deployed: (processId: string) => Promise<Found | undefined>;
}

/**
 * The process that a call names: that of its own file, else the one that is deployed. A call that asks for the latest
 * version takes its own file only where nothing is deployed. The one rule for calls at deploy and while an instance runs.
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
