import { listenerKey, readListenerKey } from '../../net/state.ts';
import { cancelCall, complete, discard, failByApi } from './activities.ts';
import type { Place } from './contents.ts';
import { deliver, evaluate, fireEvent } from './events.ts';
import type { Guests } from './guests.ts';
import type { Content } from './message.ts';
import { ANONYMOUS } from './ports.ts';
import type { Run } from './run.ts';

/** What the api of an element asks for: at once or, in a listener, after the step. */
export function act(run: Run, action: string, content: Content): void {
  run.perform(() => {
    const place = run.contents.find(content.executionId);
    if (place) actAt(run, place, action, content);
  });
}

function actAt(run: Run, place: Place, action: string, { message, error }: Partial<Content>): void {
  const { owner, node, isEvent } = place;
  const isWaiting = isEvent || node.kind === 'catch';
  switch (action) {
    case 'signal':
    case 'message':
      if (isWaiting) signalEvent(run, place, action, message);
      else if (run.linked) signalLinked(run, place, message);
      else if (/UserTask|ManualTask|CallActivity|StartEvent|CatchEvent/.test(node.type))
        complete(run, owner, { output: message });
      break;
    case 'cancel':
      for (const key of isWaiting ? keysAt(run, place, ['timer']) : [])
        fireEvent(run, key, { state: 'cancel', ...(message !== undefined && { message }) });
      if (run.linked || node.type !== 'bpmn:CallActivity') break;
      cancelCall(run, owner);
      complete(run, owner, { output: message });
      break;
    case 'discard':
      if (!isEvent) discard(run, owner);
      break;
    case 'error':
      if (!isEvent) failByApi(run, owner, error);
      break;
  }
}

/** Completes what a link lets wait. */
function signalLinked(run: Run, { owner, node }: Place, message: unknown): void {
  if (node.kind !== 'activity' || owner in run.state.held) return;
  complete(run, owner, { output: message });
}

/** Sets off an event by its element: a message or signal, or a condition that is true now. */
function signalEvent(run: Run, place: Place, action: string, message: unknown): void {
  const [key] = keysAt(run, place, action === 'message' ? ['message', 'receive'] : SIGNALLED);
  if (key === undefined) return;
  const isCondition = run.net.state.listeners[key]?.kind === 'condition';
  // The net asks the link.
  if (isCondition && run.linked) run.net.settle();
  else if (!isCondition) fireEvent(run, key, { output: message, state: 'signal' });
  else evaluate(run, run.contents.listenerAt(place.owner, place.node, readListenerKey(key).index), message);
}

const SIGNALLED = ['message', 'signal', 'condition', 'receive'];

function keysAt(run: Run, { owner, node }: Place, kinds: readonly string[]): readonly string[] {
  const keys = [...node.events.keys()].map((index) => listenerKey(owner, node.id, index));
  return keys.filter((key) => kinds.includes(run.net.state.listeners[key]?.kind ?? ''));
}

/** What is for whoever waits for it: for the element that it names by its id or execution id, else for a reference. */
export function delegate(run: Run, guests: Guests, action: string, { message }: Content): void {
  const { id, executionId } = (message ?? {}) as { readonly id?: string; readonly executionId?: string };
  run.perform(() => {
    guests.delegate(action, { message });
    const place = executionId === undefined ? placeOf(run, id) : run.contents.find(executionId);
    if (place) actAt(run, place, action, { message });
    if (place || executionId !== undefined || (action !== 'signal' && action !== 'message')) return;
    const payload = { output: message, state: 'signal' };
    if (action === 'signal') deliver(run, action, id ?? ANONYMOUS, payload);
    deliver(run, 'message', id ?? ANONYMOUS, payload);
  });
}

/** The first token, or event, that waits in a node. Of a multi-instance, an execution id has to name the iteration. */
function placeOf(run: Run, id: string | undefined): Place | undefined {
  if (id === undefined || !run.drawing.elements.has(id)) return undefined;
  const { scopes, tokens } = run.net.state;
  const places = Object.keys(scopes).flatMap((scope) => run.contents.placesIn(scope));
  return places.find(({ node, owner, isEvent }) => node.id === id && (isEvent || !tokens[owner]?.tally));
}
