import { moveOfService } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { takeJob } from './jobs/finish-job.ts';

/** The process that a call waited for; it is drawn in after the wait. */
export interface EnteredCall {
  readonly executionId: string;
  /** Id of the flow that leads to it. */
  readonly gatewayId: string;
  readonly flowId: string;
}

/** Moves the token of a call on to its process. @throws {StepError} if nothing waits for it */
export function enterCalledProcess(run: InstanceRun, { executionId, gatewayId, flowId }: EnteredCall): void {
  const { job, wait } = takeJob(run, executionId);
  run.origins.note(wait.rootId, job.origin);
  run.notes.trace.moves.set(wait.rootId, [moveOfService(run.model, job.nodeId)]);
  run.choices.set(wait.rootId, { gatewayId, flowId });
  run.net.complete(wait.token);
}
