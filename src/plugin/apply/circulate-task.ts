import { StepError } from '../../errors.ts';
import type { Button } from '../../model/nodes/button.ts';
import { namesOf } from '../outcome/resolve-assignment.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { scopeOfTask } from '../variables/task-variables.ts';

/** A task that is circulated: others are notified, and the process does not move. */
export interface Circulation {
  readonly taskId: string;
  readonly account: string;
  /** Accounts to notify; undefined: the accounts that the button's `to` names. */
  readonly to: readonly string[] | undefined;
  readonly button: Button | undefined;
  readonly opinions: string | null;
}

/** @throws {StepError} `ERR_STEP_FAILED`: the button names nobody */
export function circulateTask(run: InstanceRun, { taskId, account, to, button, opinions }: Circulation): void {
  const named = to ?? [...new Set(namesOf(button?.to?.evaluate(scopeOfTask(run, taskId))))];
  if (named.length === 0) {
    throw new StepError(
      'ERR_STEP_FAILED',
      `The button ${button?.label ?? ''} names nobody to notify. Set the variables its "to" reads, and press again.`,
    );
  }
  run.notes.circulated = { taskId, account, to: named, opinions };
}
