import { StepError } from '../../../errors.ts';
import { moveOfService } from '../../explain/moves.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import { readAskKey, readJobKey } from '../../state/job-key.ts';
import { notWaiting } from '../../step-error.ts';
import { takeAnswer } from '../../tokens/ask-conditions.ts';
import { countIteration } from '../../tokens/multi-instance/multi-instances.ts';
import { findWait, signalWait } from '../../tokens/waits.ts';
import { setComputed } from '../../variables/called-variables.ts';
import { isRecord, variablesOf, withInputs } from './job-result.ts';
import { takeScripts } from './task-scripts.ts';

/** Completes a job with its result. @throws {StepError} if nothing waits for it */
export function completeJob(run: InstanceRun, jobKey: string, result: unknown): void {
  const asked = readAskKey(jobKey);
  if (asked) {
    takeAnswer(run, asked, result);
    return;
  }
  const { job, wait } = takeJob(run, jobKey);
  run.notes.trace.moves.set(wait.rootId, [moveOfService(run.model, job.nodeId, job.part)]);
  if (job.part !== undefined) {
    takeScripts(run, wait, { part: job.part, given: result, origin: job.origin });
    return;
  }
  run.origins.note(wait.rootId, job.origin);
  const service = run.model.services.get(job.nodeId);
  if (service?.conditions) run.decisions.set(wait.token, isRecord(result) ? result : {});
  const scope = run.scopeAtToken(wait.token);
  const own = service && !service.conditions ? variablesOf(service, result, withInputs(service, scope)) : {};
  setComputed(run, wait.scopeId, own);
  const multiInstance = run.multiInstanceOf(job.nodeId);
  if (multiInstance?.conditionScript) run.returned[wait.executionId] = { origin: job.origin, own };
  else {
    if (multiInstance) countIteration(run, wait.token, { own });
    signalWait(run, wait);
  }
}

/** Throws the BPMN error of a service in the process. @throws {StepError} if no event catches it */
export function raiseJobError(run: InstanceRun, jobKey: string, code: string): void {
  if (readAskKey(jobKey)) {
    throw new StepError(
      'ERR_STEP_FAILED',
      `The script of a condition threw the error ${code}, which nothing can catch.`,
    );
  }
  const { job, wait } = takeJob(run, jobKey);
  run.origins.note(wait.rootId, job.origin);
  run.failedWith = code;
  // What a sub-process asks stands at the token that arrived at it.
  run.net.fail(run.model.subProcesses.has(job.nodeId) ? wait.rootId : wait.token, code);
}

export function takeJob(run: InstanceRun, jobKey: string) {
  const { executionId, part } = readJobKey(jobKey);
  const job = run.openJobs.get(executionId);
  if (!job || job.part !== part) throw notWaiting('job', jobKey);
  run.openJobs.delete(executionId);
  const wait = findWait(run, executionId);
  if (!wait) throw notWaiting('job', jobKey);
  return { job, wait };
}
