import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { PressedState } from '../apply/press/press-rights.ts';
import type { StepChanges } from '../outcome/finish-step.ts';

/** The state of an instance, as the rights table distinguishes it. */
export function pressedStateOf({ status }: { readonly status: InstanceStatus }): PressedState['instance'] {
  return status === 'running' || status === 'suspended' ? status : 'over';
}

/** The status of an instance after a step. */
export function statusAfter({
  ended,
  endedBy,
  suspendedAt,
}: Pick<StepChanges, 'ended' | 'endedBy' | 'suspendedAt'>): InstanceStatus {
  if (ended) return endedBy?.as ?? 'ended';
  return suspendedAt === null ? 'running' : 'suspended';
}
