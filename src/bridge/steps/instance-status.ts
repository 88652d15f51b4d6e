import type { PressedState } from '../../plugin/apply/press/press-rights.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { InstanceRow, InstanceStatus } from '../../store/port.ts';

/** The state of an instance, as the rights table distinguishes it. */
export function pressedStateOf({ status }: Pick<InstanceRow, 'status'>): PressedState['instance'] {
  return status === 'running' || status === 'suspended' ? status : 'over';
}

/** The status of an instance after a step. */
export function statusAfter({ ended, endedBy, suspendedAt }: StepResult['changes']): InstanceStatus {
  if (ended) return endedBy?.as ?? 'ended';
  return suspendedAt === null ? 'running' : 'suspended';
}
