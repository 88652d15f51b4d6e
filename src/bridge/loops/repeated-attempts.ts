import { StepError } from '../../errors.ts';
import { createLruCache } from '../../lru-cache.ts';
import { createKeyedQueue } from '../steps/keyed-queue.ts';

/** Attempts that may be begun without coming back: the process has ended three times by then. */
const MAX_BEGUN = 3;

/** Wake-ups and jobs that are remembered because their attempts failed and came back. */
const MAX_REMEMBERED = 1_000;

/** Sets aside the wake-ups and jobs that end the process, so that they do not end each process that takes them over. */
export interface RepeatedAttempts {
  /**
   * Makes an attempt. One that is suspected is counted before, and such attempts are made one after the other, so that the
   * others are not counted for the one that ends the process.
   * @returns undefined if another holder has taken over
   */
  run<Result>(attempt: Attempt<Result>): Promise<Result | undefined>;
}

interface Attempt<Result> {
  /** Id of the instance or job. */
  readonly key: string;
  /** Whether earlier attempts have, or may have, ended their processes. */
  readonly isSuspected: boolean;
  /** Counts the attempt; returns how many have not come back, this one included, or undefined if another holder has taken over. */
  begin(): Promise<number | undefined>;
  work(): Promise<Result>;
  /** Called instead of `work` when too many have not come back. */
  setAside(attempts: number): Promise<Result>;
}

export function createRepeatedAttempts(): RepeatedAttempts {
  const queue = createKeyedQueue();
  /** Attempts of this process that came back but may still be counted, since the database could not be told. */
  const returned = createLruCache<number>(MAX_REMEMBERED);

  async function runCounted<Result>({ key, begin, work, setAside }: Attempt<Result>): Promise<Result | undefined> {
    const begun = await begin();
    if (begun === undefined) return undefined;
    const earlier = returned.get(key) ?? 0;
    if (begun - earlier > MAX_BEGUN) return setAside(MAX_BEGUN);
    try {
      return await work();
    } catch (error) {
      returned.set(key, earlier + 1);
      throw error;
    }
  }

  return {
    run: (attempt) => (attempt.isSuspected ? queue.run('', () => runCounted(attempt)) : attempt.work()),
  };
}

/** Why a step is not computed again. */
export function stepNeverCameBack(attempts: number): StepError {
  return new StepError(
    'ERR_STEP_TOO_LONG',
    `The step was begun ${attempts} times, and each time its process ended before the step did; it is not computed again. ` +
      'Look for variables or lists that are too large for the memory.',
    { details: { attempts } },
  );
}
