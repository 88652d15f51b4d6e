import { type EventWait, waitKey } from '../at-rest/event-waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Listening } from '../state/ledger.ts';
import { variableScopeAt } from '../variables/called-variables.ts';
import { computeNames, hasComputedNames, isNamed } from '../variables/compute-names.ts';

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
    const { role, trigger } = wait.node;
    const key = waitKey(wait);
    if (role.kind === 'throw' || !isNamed(trigger) || !hasComputedNames(trigger) || run.listening[key]) continue;
    const names = readNames(run, wait);
    run.listening[key] = names;
    run.notes.visits.noteNames(key);
    run.notes.visits.notePath({ kind: 'named', trigger, names, scope: variableScopeAt(run, wait.scope, {}) });
  }
}

/**
 * Notes, for a loop, by what name something was thrown, if it is computed.
 * @param isHeard something waited for it
 */
export function noteThrown(run: InstanceRun, waits: readonly EventWait[], thrown: EventWait, isHeard: boolean): void {
  const { trigger } = thrown.node;
  if (!isNamed(trigger) || !hasComputedNames(trigger)) return;
  const names = readNames(run, thrown);
  const scope = variableScopeAt(run, thrown.scope, {});
  const listened = waits.flatMap((wait) => {
    const { role, trigger: other } = wait.node;
    return role.kind === 'throw' || other.kind !== trigger.kind ? [] : (nameOfEvent(run, wait) ?? []);
  });
  const isUnheard = !isHeard && !listened.includes(names.name ?? '');
  run.notes.visits.notePath(
    isUnheard ? { kind: 'unheard', trigger, listened, scope } : { kind: 'named', trigger, names, scope },
  );
}

/** Removes the names of waits that ended. */
export function pruneListening(run: InstanceRun, waits: readonly EventWait[]): Record<string, Listening> {
  const alive = new Set(waits.map(waitKey));
  return Object.fromEntries(Object.entries(run.listening).filter(([key]) => alive.has(key)));
}

function readNames(run: InstanceRun, { node: { trigger }, scope }: EventWait): Listening {
  return isNamed(trigger) ? computeNames(trigger, run.scopeOf(scope, {})) : { name: null, correlationKey: null };
}
