import type { Button } from '../../model/nodes/button.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Variables } from '../variables/called-variables.ts';
import { deliverEvent } from './deliver-event.ts';

/** A press of a button that completes no task: it becomes a message or a signal for the process. */
export interface ProcessNotification {
  readonly button: Button;
  readonly account: string;
  readonly opinions: string | null;
  readonly variables: Variables;
}

/**
 * Delivers a message named by the button's key, or, if no element waits for it, a signal of that name.
 * @returns false if no element waits for either; then nothing has changed, not even variables
 */
export function notifyProcess(
  run: InstanceRun,
  { button, account, opinions, variables }: ProcessNotification,
): boolean {
  const payload = { outcome: button.key, opinions, handler: account, ...variables };
  return (['message', 'signal'] as const).some((kind) => deliverEvent(run, { kind, name: button.key, payload }));
}
