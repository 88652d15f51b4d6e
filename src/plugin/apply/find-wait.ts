import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { listWaits, type Wait } from '../engine/waits.ts';

/**
 * Returns the wait of an execution. The engine must be at rest.
 * @param id the id of the task or job, for the error message
 * @throws {StepError} `ERR_STEP_FAILED`: nothing waits there
 */
export function requireWait(execution: Execution, executionId: string, id: string): Wait {
  const wait = findWait(execution, executionId);
  if (!wait) throw notWaiting('wait', id);
  return wait;
}

export function findWait(execution: Execution, executionId: string): Wait | undefined {
  return listWaits(execution).find((candidate) => candidate.executionId === executionId);
}

export function notWaiting(what: string, id: string): StepError {
  return new StepError('ERR_STEP_FAILED', `The engine does not wait for ${what} ${id}.`, { details: { id } });
}
