import type { NetRun, Throw } from './agenda.ts';
import { cancelScope } from './cancel.ts';
import type { Thrown } from './catchers.ts';
import { caughtBy } from './caught-by.ts';
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
      if (marking.isAlive(token) || caught) ports.tell({ kind: 'thrown', at, caughtBy: caught ? 1 : 0 });
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

/** What waits for a message or signal of that name, in order. */
export function receiversOf(
  { marking }: NetRun,
  event: EventName & { readonly kind: 'message' | 'signal' },
): readonly string[] {
  const keys = Object.entries(marking.state.listeners).flatMap(([key, listener]) => {
    if (listener.kind !== event.kind || listener.name !== event.name) return [];
    return event.key === undefined || listener.key === undefined || listener.key === event.key ? [key] : [];
  });
  return listenersInOrder(marking, keys);
}
