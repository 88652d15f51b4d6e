import type { GraphNode } from '../../net/graph.ts';
import type { ListenerAt } from '../../net/ports.ts';
import { type Id, listenerKey, type TimerState } from '../../net/state.ts';
import { inner } from './contents.ts';
import type { Instance } from './instance.ts';
import { type Content, messageOf } from './message.ts';
import { resolveReference } from './references.ts';
import type { TimerRound } from './timers.ts';

/** With what an event fires. */
export interface Payload {
  readonly state?: string;
  readonly output?: unknown;
  /** What has been thrown. */
  readonly error?: unknown;
  readonly source?: unknown;
}

/** Tells listeners of events that wait, and of those that fire. */
export class EventWaits {
  readonly #instance: Instance;
  readonly #payloads = new Map<string, Payload>();

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** Events begin to wait at a token or in a scope, which the engine tells as if each of them were entered. */
  announce(owner: Id, nodes: readonly GraphNode[], inbound: readonly unknown[] = []): void {
    for (const node of nodes) {
      const { contents } = this.#instance;
      const content = { ...contents.ofEvent(node, owner), ...(inbound.length > 0 && { inbound }) };
      this.#instance.enter(contents.scopeOf(owner), content);
      this.#instance.publish(contents.scopeOf(owner), 'activity.start', { ...content, state: 'start' }, { type: 'start' });
      this.wait(owner, node, content);
    }
  }

  /** What a node waits for, each of its event definitions. */
  wait(owner: Id, node: GraphNode, content: Content): void {
    const instance = this.#instance;
    const scope = instance.contents.scopeOf(owner);
    const view = instance.viewOf(scope);
    for (const [index, event] of node.events.entries()) {
      const key = listenerKey(owner, node.id, index);
      const listener = instance.net.state.listeners[key];
      if (event.kind === 'timer') {
        if (listener?.kind === 'timer') this.#waitForTime(key, listener, content, index);
        continue;
      }
      if (event.kind === 'condition' && listener === undefined) continue;
      const reference = event.kind === 'condition' ? undefined : resolveReference(view, node, index, content);
      const { type } = view.owner(node.id).behaviour.eventDefinitions
        ? { type: conditionType(view.owner(node.id).behaviour, index) }
        : { type: undefined };
      instance.publish(scope, 'activity.wait', {
        ...content,
        state: 'wait',
        ...(event.kind === 'message' && { message: reference }),
        ...(event.kind === 'signal' && { signal: reference }),
        ...((event.kind === 'error' || event.kind === 'escalation') && { expect: reference }),
        ...(event.kind === 'condition' && type && { condition: type }),
      });
    }
  }

  #waitForTime(key: string, timer: TimerState, content: Content, index: number): void {
    const instance = this.#instance;
    const told = this.#timerContent(timer, content, index);
    instance.publish(instance.contents.scopeOf(key.split('/')[0] ?? ''), 'activity.timer', told);
    if (!(key in instance.net.state.listeners)) return;
    if (timer.dueAt > Date.now()) instance.timers.start(key, timer, told);
    else this.fire(key, { state: 'timeout' });
  }

  #timerContent({ dueAt, round }: TimerState, content: Content, index: number): Content {
    const { timerType, value, repeat, startedAt } = round as TimerRound;
    return inner(content, {
      ...{ type: 'bpmn:TimerEventDefinition', executionId: `${content.executionId}_${index}`, isDefinitionScope: true, index },
      ...(timerType && { [timerType]: value, timerType }),
      ...(repeat !== undefined && { repeat }),
      ...{ expireAt: new Date(dueAt), timeout: dueAt - Date.now(), startedAt: new Date(startedAt), state: 'timer' },
    });
  }

  /** Fires what waits under a key, if it still does. */
  fire(key: string, payload: Payload): void {
    const { net } = this.#instance;
    if (!(key in net.state.listeners)) return;
    this.#payloads.set(key, payload);
    net.fire(key);
  }

  /** A message or signal from outside. @returns how many it has reached */
  deliver(kind: 'message' | 'signal', name: string, payload: Payload): number {
    const { net } = this.#instance;
    const keys = net.receivers({ kind, name });
    for (const key of keys) this.#payloads.set(key, payload);
    return net.deliver({ kind, name });
  }

  /** Tells that an event has fired. @returns with what */
  fired(at: ListenerAt, thrown: Payload | undefined, timer?: TimerState): Payload {
    const { contents } = this.#instance;
    const payload = this.#payloads.get(at.key) ?? thrown ?? {};
    this.#payloads.delete(at.key);
    const content = contents.ofEvent(at.node, at.owner ?? at.scope);
    const publish = (routingKey: string, told: object, properties: object = {}) =>
      this.#instance.publish(at.scope, routingKey, { ...content, ...told } as Content, properties);
    switch (at.event.kind) {
      case 'timer':
        if (timer) {
          const told = this.#timerContent(timer, content, at.node.events.indexOf(at.event));
          const { startedAt } = timer.round as TimerRound;
          publish('activity.timeout', { ...told, stoppedAt: new Date(), runningTime: Date.now() - startedAt, state: 'timeout', ...payload });
        }
        break;
      case 'message':
        publish('activity.catch', { message: payload.output }, { type: 'catch' });
        break;
      case 'error':
      case 'escalation': {
        const { error = payload.output, source } = payload;
        publish('activity.catch', { source, [at.event.kind === 'error' ? 'error' : 'message']: error }, { type: 'catch' });
        return { ...payload, output: error };
      }
      case 'condition':
        publish('activity.condition', { conditionResult: payload.output });
        break;
      case 'signal':
      case 'receive':
      case 'link':
      case 'terminate':
        break;
    }
    return payload;
  }

  /** Asks a condition. @param done with what it says, at once or later */
  evaluate(at: Pick<ListenerAt, 'key' | 'node' | 'owner' | 'scope'>, done: (error: unknown, result?: unknown) => void): void {
    const { contents } = this.#instance;
    const owner = this.#instance.viewOf(at.scope).owner(at.node.id);
    const index = Number(at.key.split(':')[1] ?? 0);
    owner.eventDefinition(index).evaluate(messageOf(contents.ofEvent(at.node, at.owner ?? at.scope)), done);
  }
}

function conditionType(behaviour: Readonly<Record<string, unknown>>, index: number): string | undefined {
  const definitions = behaviour.eventDefinitions as readonly { readonly behaviour?: { script?: unknown; expression?: unknown } }[];
  const { script, expression } = definitions[index]?.behaviour ?? {};
  return script ? 'script' : expression ? 'expression' : undefined;
}
