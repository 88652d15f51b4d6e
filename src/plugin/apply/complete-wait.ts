import type { Button } from '../../model/process-model.ts';
import { countIteration } from '../engine/multi-instances.ts';
import type { Wait } from '../engine/waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Variables } from '../variables/called-variables.ts';

/**
 * Lets the token of a user task go on that was handled by this button; of a multi-instance, counts its iteration.
 * @param own what was set as it was handled
 */
export function completeWait(
  run: InstanceRun,
  wait: Wait,
  { effect, vote }: Button,
  { taskId, own }: { readonly taskId: string; readonly own: Variables },
): void {
  const { nodeId, executionId, rootId, scope, api } = wait;
  const isCountersign = run.countersignOf(nodeId) !== undefined;
  // Signers of a countersign do not route: their votes do, once it is over.
  if (effect.kind === 'route' && !isCountersign) run.choices.set(rootId, effect);
  if (isCountersign) countIteration(run, scope, api.content, { vote, own });
  // A loop may wait here again.
  delete run.taskInputs[executionId];
  delete run.pressed[executionId];
  api.signal({ taskId });
}
