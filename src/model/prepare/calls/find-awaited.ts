import type { CallingFile, LateCall } from '../../nodes/service-node.ts';
import { idsOfTarget } from './called-process.ts';
import type { FoundProcess } from './expand-call.ts';

/** What a call whose token waits names. */
export interface AwaitedProcess extends Pick<LateCall, 'by' | 'file'> {
  /** Id of the process or definition, as the call currently computes it; may have a prefix. */
  readonly target: string;
}

/** Where the process of such a call is looked up. */
export interface AwaitedPlaces<Found extends FoundProcess = FoundProcess> {
  /** Returns the file that contains the call, as its author drew it; `file` is undefined in the file of the instance. */
  readonly callingFile: (file: CallingFile | undefined) => Promise<string>;
  /** Prepares a process of that file for calls; undefined if the file does not contain it. */
  readonly prepare: (file: string, processId: string) => Promise<Found | undefined>;
  /** Finds a process among those that are deployed. */
  readonly deployed: (processId: string) => Promise<Found | undefined>;
  /** Finds the one version that a call names by its id. */
  readonly definition: (definitionId: string) => Promise<Found | undefined>;
}

/**
 * Finds the process for which a call waits, by the rule of {@link findProcess}: in its own file, else among deployed ones.
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it cannot run
 */
export async function findAwaited<Found extends FoundProcess = FoundProcess>(
  { target, by, file }: AwaitedProcess,
  { callingFile, prepare, deployed, definition }: AwaitedPlaces<Found>,
): Promise<Found | undefined> {
  if (by === 'definition') return definition(target);
  const own = await callingFile(file);
  return findProcess<Found>(target, by, { own: (processId) => prepare(own, processId), deployed });
}

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
