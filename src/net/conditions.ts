import type { Agenda, NetRun } from './agenda.ts';
import { listenersInOrder } from './order.ts';
import type { ListenerAt } from './ports.ts';

/**
 * Fires the first condition that has become true. Each is asked when its wait began, and then only after a change of
 * what it reads, so that an event which does not interrupt fires once a change. Outer scopes come before inner ones, and
 * on each level event sub-processes before other events.
 * @returns whether one fires
 */
export function fireCondition(run: NetRun): boolean {
  const { marking, agenda } = run;
  if (marking.conditions.size === 0) return false;
  noteChanges(run);
  for (const key of toAsk(run)) {
    const isNew = stateAt(run, key)?.asked === undefined;
    const at = marking.listenerPlace(key);
    if (ask(run, at, isNew) !== true) continue;
    agenda.pushFiring([key], causeOf(agenda, at, isNew));
    return true;
  }
  return false;
}

/** @returns undefined: the answer comes later */
export function ask(run: NetRun, at: ListenerAt, isNew: boolean): boolean | undefined {
  const listener = stateAt(run, at.key);
  if (!listener) return false;
  const holds = run.ports.holds(at, isNew);
  listener.asked = true;
  delete listener.awaits;
  if (holds !== 'later') return holds;
  listener.awaits = true;
  return undefined;
}

/** Conditions that read what has changed have to be asked again. */
export function noteChanges(run: NetRun): void {
  const { marking, ports } = run;
  const hasChanged = ports.changes();
  if (!hasChanged) return;
  for (const key of marking.conditions) {
    const listener = stateAt(run, key);
    if (listener?.asked === true && hasChanged(marking.listenerPlace(key))) listener.asked = false;
  }
}

function toAsk(run: NetRun): readonly string[] {
  const { marking } = run;
  const unasked = [...marking.conditions].filter((key) => stateAt(run, key)?.asked !== true);
  if (unasked.length < 2) return unasked;
  const levelOf = (key: string) => {
    const { scope, owner } = marking.listenerPlace(key);
    return 2 * marking.scopesAround(scope).length + (owner === undefined ? 0 : 1);
  };
  const levels = new Map(unasked.map((key) => [key, levelOf(key)]));
  return listenersInOrder(marking, unasked).toSorted((one, other) => (levels.get(one) ?? 0) - (levels.get(other) ?? 0));
}

/** What made it true: the token with which its wait began, else the one that moved last. */
function causeOf({ latest }: Agenda, { owner }: ListenerAt, isNew: boolean): readonly string[] {
  if (isNew && owner !== undefined) return [owner];
  return latest === undefined ? [] : [latest];
}

function stateAt({ marking }: NetRun, key: string) {
  const listener = marking.state.listeners[key];
  return listener?.kind === 'condition' ? listener : undefined;
}
