import type { Execution } from 'bpmn-engine';
import type { Button } from '../../../model/process-model.ts';
import { deliverEvent } from '../../settle/deliver-event.ts';
import type { InstanceRun } from '../../state/instance-run.ts';
import type { Variables } from '../../variables/called-variables.ts';

/** A button that completes nothing: the process is told, if it listens. */
export interface ToldAction {
  readonly button: Button;
  readonly account: string;
  readonly opinions: string | null;
  readonly variables: Variables;
}

/**
 * Gives the process a message named by the button's key, or, where nothing waits for one, a signal of that name.
 * @returns whether anything listened; else nothing has changed, the variables neither
 */
export function tellProcess(
  run: InstanceRun,
  execution: Execution,
  { button, account, opinions, variables }: ToldAction,
): boolean {
  const payload = { outcome: button.key, opinions, handler: account, ...variables };
  return (['message', 'signal'] as const).some((kind) =>
    deliverEvent(run, execution, { kind, name: button.key, payload }),
  );
}
