import { StepError } from '../../errors.ts';
import { createLruCache } from '../lru-cache.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/**
 * Steps of a wake-up or of a job that may be begun without coming back, after the first attempt, which is not counted
 * because almost all steps need no more than one: its process has ended three times by then.
 */
const MAX_BEGUN = 2;

/** Wake-ups and jobs that are remembered because their attempts failed and came back. */
const MAX_REMEMBERED = 1_000;

/** Sets aside the wake-ups and jobs whose steps end the process, so that they do not end each process that takes them over. */
export interface RepeatedAttempts {
  /**
   * Computes the step of an attempt. From the second attempt on it is counted before, and such steps run one after the
   * other, so that the others are not counted for the one that ends the process.
   * @param attempt.begin counts the attempt; returns the count, or undefined if another holder has taken over
   * @throws {StepError} `ERR_STEP_TOO_LONG`: the step was not computed, because it never came back
   */
  run(attempt: Attempt, work: () => Promise<void>): Promise<void>;
}

interface Attempt {
  /** Id of the instance or job. */
  readonly key: string;
  /** Its attempts, including this one. */
  readonly attempts: number;
  begin(): Promise<number | undefined>;
}

export function createRepeatedAttempts(): RepeatedAttempts {
  const queue = createKeyedQueue();
  /** Attempts of this process that came back but may still be counted, since the database could not be told. */
  const returned = createLruCache<number>(MAX_REMEMBERED);

  async function runCounted({ key, begin }: Attempt, work: () => Promise<void>): Promise<void> {
    const begun = await begin();
    if (begun === undefined) return;
    const earlier = returned.get(key) ?? 0;
    if (begun - earlier > MAX_BEGUN) throw neverCameBack();
    try {
      await work();
    } catch (error) {
      returned.set(key, earlier + 1);
      throw error;
    }
  }

  return {
    run: (attempt, work) => (attempt.attempts <= 1 ? work() : queue.run('', () => runCounted(attempt, work))),
  };
}

function neverCameBack(): StepError {
  const attempts = MAX_BEGUN + 1;
  return new StepError(
    'ERR_STEP_TOO_LONG',
    `The step was begun ${attempts} times, and each time its process ended before the step did; it is not computed again. ` +
      'Look for variables or lists that are too large for the memory.',
    { details: { attempts } },
  );
}
