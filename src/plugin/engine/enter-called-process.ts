import type { Execution } from 'bpmn-engine';
import { takeJob } from '../apply/jobs/finish-job.ts';
import { moveOfService } from '../explain/moves.ts';
import type { InstanceRun } from '../state/instance-run.ts';

/** The process that a call waited for; it is drawn in after the wait. */
export interface EnteredCall {
  readonly executionId: string;
  /** Id of the flow that leads to it. */
  readonly gatewayId: string;
  readonly flowId: string;
}

/** Moves the token of a call on to its process. @throws {StepError} if the engine does not wait for it */
export function enterCalledProcess(
  run: InstanceRun,
  execution: Execution,
  { executionId, gatewayId, flowId }: EnteredCall,
): void {
  const { job, wait } = takeJob(run, execution, executionId);
  run.origins[wait.rootId] = job.origin;
  run.notes.trace.moves.set(wait.rootId, [moveOfService(run.model, job.nodeId)]);
  run.choices.set(wait.rootId, { gatewayId, flowId });
  wait.api.signal({ done: true });
}
