import { type EventWait, waitKey } from '../at-rest/event-waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Listening } from '../state/ledger.ts';

/** The name of a message or signal; for a wait, the name when the wait began. Null if it has none. */
export function nameOfEvent(run: InstanceRun, wait: EventWait): string | null {
  return (run.listening[waitKey(wait)] ?? readNames(run, wait)).name;
}

/**
 * The key that matches the sender and the receiver of a message; for a receiver, the key when its wait began. Null: the
 * business key of the instance.
 */
export function correlationKeyOf(run: InstanceRun, wait: EventWait): string | null {
  return (run.listening[waitKey(wait)] ?? readNames(run, wait)).correlationKey;
}

/** Stores the names of new waits, so that a variable that changes later does not redirect messages. */
export function noteListening(run: InstanceRun, waits: readonly EventWait[]): void {
  for (const wait of waits) {
    if (isComputed(wait)) run.listening[waitKey(wait)] ??= readNames(run, wait);
  }
}

/** Removes the names of waits that ended. */
export function pruneListening(run: InstanceRun, waits: readonly EventWait[]): Record<string, Listening> {
  const alive = new Set(waits.map(waitKey));
  return Object.fromEntries(Object.entries(run.listening).filter(([key]) => alive.has(key)));
}

function isComputed({ node: { role, trigger } }: EventWait): boolean {
  if (role.kind === 'throw' || !('name' in trigger)) return false;
  return !trigger.name.constant || (trigger.kind === 'message' && trigger.correlationKey?.constant === false);
}

function readNames(run: InstanceRun, { node: { trigger }, scope }: EventWait): Listening {
  if (!('name' in trigger)) return { name: null, correlationKey: null };
  const visible = run.scopeOf(scope, {});
  const key = trigger.kind === 'message' ? trigger.correlationKey?.evaluate(visible) : undefined;
  return {
    name: String(trigger.name.evaluate(visible)),
    correlationKey: key === undefined || key === null ? null : String(key),
  };
}
