import type { Id } from '../../net/state.ts';
import { listenerKey, readListenerKey } from '../../net/state.ts';
import type { Place } from './contents.ts';
import type { Instance } from './instance.ts';
import type { Content } from './message.ts';
import { ANONYMOUS } from './ports.ts';

/** What the api of an element, or of the process, asks for. It is done at once or, from a listener, after the step. */
export function act(instance: Instance, action: string, content: Content): void {
  if (content.executionId === instance.process.executionId) {
    actOnProcess(instance, action);
    return;
  }
  const { executionId } = content;
  instance.perform(() => {
    const place = instance.contents.find(executionId);
    if (place) actAt(instance, place, action, content);
  });
}

function actOnProcess(instance: Instance, action: string): void {
  if (action === 'stop') instance.process.stop();
  else if (action === 'discard' || action === 'cancel')
    instance.perform(() => {
      instance.activities.isDiscarded = true;
      instance.net.end();
    });
}

function actAt(instance: Instance, place: Place, action: string, { message, error }: Partial<Content>): void {
  const { activities, net } = instance;
  const { owner, node, isEvent } = place;
  switch (action) {
    case 'signal':
    case 'message':
      if (isEvent || node.kind === 'catch') signalEvent(instance, place, action, message);
      else if (/UserTask|ManualTask|CallActivity|StartEvent|CatchEvent/.test(node.type))
        activities.complete(owner, { output: message });
      break;
    case 'cancel':
      if (isEvent || node.kind === 'catch') {
        for (const key of keysAt(instance, place, ['timer']))
          instance.events.fire(key, { state: 'cancel', ...(message !== undefined && { message }) });
      } else if (node.type === 'bpmn:CallActivity') {
        activities.tellCallIsCancelled(owner);
        activities.complete(owner, { output: message });
      }
      break;
    case 'discard':
      if (!isEvent && owner in net.state.tokens) activities.discard(owner);
      break;
    case 'error':
      if (!isEvent) activities.failByApi(owner, error);
      break;
  }
}

/** Sets off an event by its element: a message or signal, or a condition that is true now. */
function signalEvent(instance: Instance, place: Place, action: string, message: unknown): void {
  const kinds = action === 'message' ? ['message'] : ['message', 'signal', 'condition'];
  const [key] = keysAt(instance, place, kinds);
  if (key === undefined) return;
  const { events, net } = instance;
  if (net.state.listeners[key]?.kind !== 'condition') {
    events.fire(key, { output: message, state: 'signal' });
    return;
  }
  events.evaluate(instance.contents.listenerAt(place.owner, place.node, readListenerKey(key).index), { message });
}

function keysAt(instance: Instance, { owner, node }: Place, kinds: readonly string[]): readonly string[] {
  const keys = [...node.events.keys()].map((index) => listenerKey(owner, node.id, index));
  return keys.filter((key) => kinds.includes(instance.net.state.listeners[key]?.kind ?? ''));
}

/** What is for whoever waits for it: for the element that it names by its id or execution id, else for a reference. */
export function delegate(instance: Instance, action: string, { message }: Content): void {
  const { id, executionId } = (message ?? {}) as { readonly id?: string; readonly executionId?: string };
  instance.perform(() => {
    instance.activities.guests.delegate(action, { message });
    const places = placesOf(instance, id, executionId);
    for (const place of places) actAt(instance, place, action, { message });
    if (places.length > 0 || executionId !== undefined || (action !== 'signal' && action !== 'message')) return;
    const name = id ?? ANONYMOUS;
    const payload = { output: message, state: 'signal' };
    if (action === 'signal') instance.events.deliver('signal', name, payload);
    instance.events.deliver('message', name, payload);
  });
}

/** Of a multi-instance, the execution id has to name one iteration. */
function placesOf(instance: Instance, id: string | undefined, executionId: string | undefined): readonly Place[] {
  if (executionId !== undefined) {
    const place = instance.contents.find(executionId);
    return place ? [place] : [];
  }
  if (id === undefined || !instance.drawing.elements.has(id)) return [];
  const scopes: readonly Id[] = Object.keys(instance.net.state.scopes);
  const places = scopes.flatMap((scope) => instance.placesIn(scope));
  return places.filter(({ node, owner }) => node.id === id && !instance.net.state.tokens[owner]?.tally).slice(0, 1);
}
