import type { Execution } from 'bpmn-engine';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Variables } from '../variables/called-variables.ts';
import { setVariables } from '../variables/called-variables.ts';
import { receiversOf } from './catchers.ts';
import { type EventWait, listEventWaits } from './event-waits.ts';
import { fireAll, NO_CAUSE } from './fire-event.ts';

/** An event from outside: a message, a signal, or the completion of a receive task. */
export type OutsideEvent = { readonly payload?: Variables | undefined } & (
  | { readonly kind: 'message' | 'signal'; readonly name: string; readonly correlationKey?: string | undefined }
  | { readonly kind: 'receive'; readonly nodeId: string }
);

/**
 * Delivers a message to the first element that waits for it, or a signal to all that wait for it; or lets the first token
 * at a receive task go on, as Flowable's `trigger` does.
 * @returns whether anything was waiting for it
 */
export function deliverEvent(run: InstanceRun, execution: Execution, event: OutsideEvent): boolean {
  const waits = listEventWaits(run.model, execution, run.entered);
  const catchers =
    event.kind === 'receive'
      ? waits.filter((wait) => isReceiveTask(wait) && wait.node.nodeId === event.nodeId)
      : receiversOf(run, waits, { kind: event.kind, name: event.name, key: event.correlationKey });
  const reached = event.kind === 'signal' ? catchers : catchers.slice(0, 1);
  if (reached.length === 0) return false;
  for (const { scope } of reached) setVariables(run, scope, event.payload ?? {});
  fireAll(run, execution, reached, NO_CAUSE);
  return true;
}

/** Also receive tasks with a message: they can be completed in either way. */
function isReceiveTask({ node: { role }, holder }: EventWait): boolean {
  return role.kind === 'catch' && holder.kind === 'task';
}
