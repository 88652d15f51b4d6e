import type { Execution } from 'bpmn-engine';
import { StepError } from '../../../errors.ts';
import { takeAnswer } from '../../at-rest/ask-conditions.ts';
import { findCatcher } from '../../at-rest/catchers.ts';
import { listEventWaits } from '../../at-rest/event-waits.ts';
import { fireCaught } from '../../at-rest/fire-event.ts';
import { countIteration } from '../../engine/multi-instance/multi-instances.ts';
import { moveOfService } from '../../explain/moves.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import { readAskKey, readJobKey } from '../../state/job-key.ts';
import { passOnThrown, setComputed } from '../../variables/called-variables.ts';
import { notWaiting, requireWait } from '../find-wait.ts';
import { isRecord, variablesOf, withInputs } from './job-result.ts';
import { takeScripts } from './task-scripts.ts';

/** Completes a job with its result. @throws {StepError} if the engine does not wait for it */
export function completeJob(run: InstanceRun, execution: Execution, jobKey: string, result: unknown): void {
  const asked = readAskKey(jobKey);
  if (asked) {
    takeAnswer(run, execution, asked, result);
    return;
  }
  const { job, wait } = takeJob(run, execution, jobKey);
  run.notes.trace.moves.set(wait.rootId, [moveOfService(run.model, job.nodeId, job.part)]);
  if (job.part !== undefined) {
    takeScripts(run, wait, { part: job.part, given: result, origin: job.origin });
    return;
  }
  run.origins[wait.rootId] = job.origin;
  const service = run.model.services.get(job.nodeId);
  if (service?.conditions) run.decisions.set(wait.rootId, isRecord(result) ? result : {});
  const scope = run.scopeOf(wait.scope, wait.api.content);
  const own = service && !service.conditions ? variablesOf(service, result, withInputs(service, scope)) : {};
  setComputed(run, wait.scope, own);
  const multiInstance = run.multiInstanceOf(job.nodeId);
  if (multiInstance?.conditionScript) run.returned[wait.executionId] = { origin: job.origin, own };
  else {
    if (multiInstance) countIteration(run, wait.scope, wait.api.content, { own });
    wait.api.signal({ done: true });
  }
}

/** Throws the BPMN error of a service in the process. @throws {StepError} if no event catches it */
export function raiseJobError(run: InstanceRun, execution: Execution, jobKey: string, code: string): void {
  if (readAskKey(jobKey)) {
    throw new StepError(
      'ERR_STEP_FAILED',
      `The script of a condition threw the error ${code}, which nothing can catch.`,
    );
  }
  const { job, wait } = takeJob(run, execution, jobKey);
  const waits = listEventWaits(run.model, execution, run.entered);
  const catcher = findCatcher(run, { kind: 'error', code }, wait, waits);
  if (!catcher) {
    throw new StepError('ERR_STEP_FAILED', `Nothing catches the error ${code} of the service at ${job.nodeId}.`);
  }
  passOnThrown(run, 'error', wait.scope, catcher.scope);
  fireCaught(run, catcher, code, { origin: job.origin });
}

export function takeJob(run: InstanceRun, execution: Execution, jobKey: string) {
  const { executionId, part } = readJobKey(jobKey);
  const job = run.openJobs.get(executionId);
  if (!job || job.part !== part) throw notWaiting('job', jobKey);
  run.openJobs.delete(executionId);
  return { job, wait: requireWait(execution, executionId, jobKey) };
}
