import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { listEventWaits } from '../at-rest/event-waits.ts';
import { listWaits } from '../engine/waits.ts';
import type { InstanceRun } from './instance-run.ts';
import type { Ledger } from './ledger.ts';

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
 * Checks that engine and plugin, which their host stores and recovers, are of one moment: the ledger knows everything that
 * the engine waits for, and the engine waits for all of its tasks and jobs.
 * @param ledger as it was stored, before the engine was resumed
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`
 */
export function requireSameMoment(run: InstanceRun, ledger: Ledger, execution: Execution, instanceId: string): void {
  requireSameState(run, execution, instanceId);
  const began = (rootId: string | undefined) => rootId === undefined || rootId in ledger.origins;
  const isOpen = (id: string) => run.openTasks.has(id) || run.openJobs.has(id);
  const unknown = [
    ...listWaits(execution).filter(
      ({ rootId, executionId, activity }) =>
        !began(rootId) || (activity.type === 'bpmn:UserTask' && !isOpen(executionId)),
    ),
    ...listEventWaits(run.model, execution, run.entered).flatMap(({ rootId, node }) => (began(rootId) ? [] : [node])),
  ];
  if (unknown.length === 0) return;
  throw new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} and the state of its engine are of two moments: the engine waits at ` +
      `${[...new Set(unknown.map(({ nodeId }) => nodeId))].join(', ')}, the snapshot does not. Store both together, and ` +
      'recover both of one moment.',
    { details: { instanceId } },
  );
}
