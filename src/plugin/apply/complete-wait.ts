import type { Button } from '../../model/nodes/button.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { countIteration } from '../tokens/multi-instance/multi-instances.ts';
import { signalWait, type Wait } from '../tokens/waits.ts';
import { setVariables, type Variables } from '../variables/called-variables.ts';

/**
 * Completes the wait of a user task that this button handled. In a multi-instance, it also counts the iteration. The
 * variable of the button is set last, so that the task goes the way that its label says, whatever its outputs compute.
 * @param own the variables that handling the task set
 */
export function completeWait(run: InstanceRun, wait: Wait, { effect, vote }: Button, own: Variables): void {
  const { nodeId, executionId, token, rootId, scopeId } = wait;
  const decided = effect.kind === 'set' ? { [effect.variable]: effect.value } : {};
  if (effect.kind === 'set') setVariables(run, scopeId, decided);
  const isCountersign = run.multiInstanceOf(nodeId) !== undefined;
  // In a countersign the votes choose the flow, not the button of one signer.
  if (effect.kind === 'route' && !isCountersign) run.choices.set(rootId, effect);
  if (isCountersign) countIteration(run, token, { vote, own: { ...own, ...decided } });
  delete run.taskInputs[executionId];
  delete run.pressed[executionId];
  signalWait(run, wait);
}
