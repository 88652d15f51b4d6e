import type { PressedState } from '../../plugin/apply/press-rights.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { InstanceRow, InstanceStatus } from '../../store/port.ts';

/** What an instance is to somebody who presses a button of it. */
export function pressedStateOf({ status }: Pick<InstanceRow, 'status'>): PressedState['instance'] {
  return status === 'running' || status === 'suspended' ? status : 'over';
}

/** What a step left the instance as. */
export function statusAfter({ ended, endedBy, suspendedAt }: StepResult['changes']): InstanceStatus {
  if (ended) return endedBy?.as ?? 'ended';
  return suspendedAt === null ? 'running' : 'suspended';
}
