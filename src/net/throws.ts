import type { NetRun, Throw } from './agenda.ts';
import { cancelScope } from './cancel.ts';
import { catchersIn, type Thrown } from './catchers.ts';
import type { Marking } from './marking.ts';
import { listenersInOrder } from './order.ts';
import type { EventName } from './ports.ts';
import { type Id, listenerKey } from './state.ts';

/**
 * Delivers one event definition of what was thrown first; its token goes on after the last one, unless what caught it has
 * cancelled the token.
 * @returns what is left of it; undefined: it is done
 */
export function deliverThrown(run: NetRun, { token, indexes }: Throw): Throw | undefined {
  const { marking, agenda } = run;
  if (!marking.isAlive(token)) return undefined;
  const [index, ...others] = indexes;
  if (index === undefined) {
    agenda.push({ kind: 'finish', token });
    return undefined;
  }
  deliverOne(run, token, index);
  return { token, indexes: others };
}

function deliverOne(run: NetRun, token: Id, index: number): void {
  const { marking, agenda, ports } = run;
  const { node } = marking.place(token);
  const at = marking.listenerPlace(listenerKey(token, node.id, index));
  const { event } = at;
  switch (event.kind) {
    case 'message':
    case 'signal': {
      const name = ports.nameOf(at);
      const heard = name ? receiversOf(run, { kind: event.kind, ...name }) : [];
      const caught = event.kind === 'signal' ? heard : heard.slice(0, 1);
      ports.tell({ kind: 'thrown', at, ...(name && { name }), caughtBy: caught.length });
      agenda.pushFiring(caught, [token]);
      break;
    }
    case 'error':
    case 'escalation': {
      const caught = raise(run, event, token);
      if (marking.isAlive(token)) ports.tell({ kind: 'thrown', at, caughtBy: caught ? 1 : 0 });
      break;
    }
    case 'condition':
    case 'timer':
    case 'receive':
    case 'link':
    case 'terminate':
      break;
  }
}

/**
 * An error or escalation is thrown by a token.
 * @returns whether something catches it; an error that nothing catches ends the instance
 */
export function raise(run: NetRun, thrown: Thrown, token: Id): boolean {
  const { marking, agenda, ports } = run;
  const key = caughtBy(marking, thrown, token);
  if (key !== undefined) agenda.pushFiring([key], [token]);
  else if (thrown.kind === 'error') {
    ports.uncaught(thrown.code, marking.place(token));
    if (marking.root !== undefined) cancelScope(run, marking.root);
  }
  return key !== undefined;
}

/**
 * Finds what catches an error or escalation in the running scopes, from inside outwards, across calls.
 * @returns a key for `fire`
 */
function caughtBy(marking: Marking, thrown: Thrown, id: Id): string | undefined {
  const host = marking.rootOf(id);
  const { scope } = marking.token(host);
  const { interrupted, token } = marking.scope(scope);
  for (const { node, event } of catchersIn(thrown, marking.drawn(scope), marking.nodeAt(host))) {
    const owner = node.kind === 'boundary' ? host : scope;
    if (owner === host || !interrupted) return listenerKey(owner, node.id, node.events.indexOf(event));
  }
  return token === undefined ? undefined : caughtBy(marking, thrown, token);
}

/** An event from outside. `receive`: a receive task goes on, with or without its message. */
export type OutsideEvent =
  | ({ readonly kind: 'message' | 'signal' } & EventName)
  | { readonly kind: 'receive'; readonly nodeId: string };

/** What waits for an event, in order. */
export function receiversOf({ marking }: NetRun, event: OutsideEvent): readonly string[] {
  const keys = Object.entries(marking.state.listeners).flatMap(([key, listener]) => {
    if (event.kind === 'receive') {
      const { node } = marking.listenerPlace(key);
      return node.id === event.nodeId && node.type === 'bpmn:ReceiveTask' ? [key] : [];
    }
    if (listener.kind !== event.kind || listener.name !== event.name) return [];
    return event.key === undefined || listener.key === undefined || listener.key === event.key ? [key] : [];
  });
  return listenersInOrder(marking, keys);
}
