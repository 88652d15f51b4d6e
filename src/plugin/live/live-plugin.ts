import type { ServiceFunction } from '../../host/host.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { Plugin } from './plugin.ts';
import type { JobOutcome } from './service-calls.ts';

/** A plugin whose steps somebody else stores before anything is delivered. */
export interface LivePlugin extends Plugin {
  /**
   * Applies the outcome of a job.
   * @returns false if nothing waits for it any more
   * @throws {StepError} `ERR_SUSPENDED`, `ERR_STEP_FAILED`
   */
  finishJob(executionId: string, outcome: JobOutcome): boolean;
  /**
   * Lets the token of a call enter its process, which is drawn into the diagram. Does nothing if it has entered it, such as
   * in the first step after a recover.
   * @throws {StepError} `ERR_SUSPENDED`, `ERR_STEP_FAILED`
   */
  enterCall(executionId: string): void;
  /** The function that a job calls, with the scripts of its mappings; undefined if it was not given. */
  functionOf(job: CreatedJob): ServiceFunction | undefined;
}
