import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { listWaits } from '../engine/waits.ts';
import type { InstanceRun } from './instance-run.ts';

/**
 * Checks that a recovered engine waits for all open tasks and jobs of the ledger: the step would treat the others as removed.
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`
 */
export function requireSameState(run: InstanceRun, execution: Execution, instanceId: string): void {
  const waiting = new Set(listWaits(execution).map(({ executionId }) => executionId));
  const missing = [...run.openTasks.keys(), ...run.openJobs.keys()].filter((id) => !waiting.has(id));
  if (missing.length === 0) return;
  throw new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} is inconsistent: its engine does not wait for ${missing.length} of its open ` +
      'tasks and jobs. Restore the row from a backup, or end the instance.',
    { details: { instanceId } },
  );
}

/**
 * Checks that an engine which its host recovered is not ahead of the ledger: what it waits for began before the snapshot.
 * @param origins the ledger's, before the engine was resumed
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`
 */
export function requireNoNewerState(origins: object, execution: Execution, instanceId: string): void {
  const unknown = listWaits(execution).filter(({ rootId }) => !(rootId in origins));
  if (unknown.length === 0) return;
  throw new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} is older than the state of its engine, which waits at ` +
      `${[...new Set(unknown.map(({ nodeId }) => nodeId))].join(', ')}. Store both together, and recover both of one moment.`,
    { details: { instanceId } },
  );
}
