import type { EventWait } from './event-waits.ts';
import type { InstanceRun } from './instance-run.ts';

/** What a message or signal is called, here and now; null for what has no name. */
export function nameOfEvent(run: InstanceRun, { node: { trigger }, scope }: EventWait): string | null {
  return 'name' in trigger ? String(trigger.name.evaluate(run.scopeOf(scope, {}))) : null;
}

/** The key by which sender and receiver of a message know each other; null: the business key of the instance. */
export function correlationKeyOf(run: InstanceRun, { node: { trigger }, scope }: EventWait): string | null {
  const expression = trigger.kind === 'message' ? trigger.correlationKey : undefined;
  const key = expression?.evaluate(run.scopeOf(scope, {}));
  return key === undefined || key === null ? null : String(key);
}
