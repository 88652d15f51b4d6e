import type { InstanceRun } from '../state/instance-run.ts';
import type { Variables } from '../variables/called-variables.ts';

/** An event from outside: a message, a signal, or the completion of a receive task. */
type DeliveredEvent = { readonly payload?: Variables | undefined } & (
  | { readonly kind: 'message' | 'signal'; readonly name: string; readonly correlationKey?: string | undefined }
  | { readonly kind: 'receive'; readonly nodeId: string }
);

/**
 * Delivers a message to the first element that waits for it, or a signal to all that wait for it; or lets the first token
 * at a receive task go on, as Flowable's `trigger` does.
 * @returns whether anything was waiting for it
 */
export function deliverEvent(run: InstanceRun, event: DeliveredEvent): boolean {
  run.payload = event.payload;
  const { kind } = event;
  if (kind === 'receive') return run.net.deliver({ kind, nodeId: event.nodeId }) > 0;
  const { name, correlationKey: key } = event;
  return run.net.deliver({ kind, name, ...(key !== undefined && { key }) }) > 0;
}
