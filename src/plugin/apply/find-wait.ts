import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { listWaits, type Wait } from '../engine/waits.ts';

/**
 * The wait of an execution in an engine at rest.
 * @param id what the caller calls it, for the message
 * @throws {StepError} `ERR_STEP_FAILED`: nothing waits there
 */
export function findWait(execution: Execution, executionId: string, id: string): Wait {
  const wait = seekWait(execution, executionId);
  if (!wait) throw vanished('wait', id);
  return wait;
}

export function seekWait(execution: Execution, executionId: string): Wait | undefined {
  return listWaits(execution).find((candidate) => candidate.executionId === executionId);
}

export function vanished(what: string, id: string): StepError {
  return new StepError('ERR_STEP_FAILED', `The engine does not wait for ${what} ${id}.`, { details: { id } });
}
