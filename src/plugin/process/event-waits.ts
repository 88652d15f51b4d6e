import { ActivityError } from 'bpmn-elements';
import type { GraphNode } from '../../net/graph.ts';
import type { ListenerAt } from '../../net/ports.ts';
import { type Id, listenerKey, readListenerKey, type TimerState } from '../../net/state.ts';
import { inner } from './contents.ts';
import type { Instance } from './instance.ts';
import { type Content, type Message, messageOf } from './message.ts';
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

  /**
   * Events begin to wait at a token or in a scope, which the engine tells as if each of them were entered.
   * @returns whether one of them fires at once
   */
  announce(owner: Id, nodes: readonly GraphNode[], inbound: readonly unknown[] = []): boolean {
    let hasFired = false;
    for (const node of nodes) {
      const { contents } = this.#instance;
      const content = { ...contents.ofEvent(node, owner), ...(inbound.length > 0 && { inbound }) };
      this.#instance.enter(contents.scopeOf(owner), content);
      this.#instance.publish(
        contents.scopeOf(owner),
        'activity.start',
        { ...content, state: 'start' },
        { type: 'start' },
      );
      if (this.wait(owner, node, content)) hasFired = true;
    }
    return hasFired;
  }

  /** What a node waits for, each of its event definitions. */
  wait(owner: Id, node: GraphNode, content: Content): boolean {
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
      if (event.kind === 'condition') {
        if (listener && this.evaluate(instance.contents.listenerAt(owner, node, index))) return true;
        if (!(key in instance.net.state.listeners)) continue;
      }
      const reference = event.kind === 'condition' ? undefined : resolveReference(view, node, index, content);
      instance.publish(scope, 'activity.wait', {
        ...content,
        state: 'wait',
        ...(event.kind === 'message' && { message: reference }),
        ...(event.kind === 'signal' && { signal: reference }),
        ...((event.kind === 'error' || event.kind === 'escalation') && { expect: reference }),
        ...(event.kind === 'condition' && { condition: view.owner(node.id).eventDefinition(index).condition?.type }),
      });
    }
    return false;
  }

  /** The event definitions of a node, as elements of their own. */
  definitionsAt(node: GraphNode, owner: Id): readonly Content[] {
    const content = this.#instance.contents.ofEvent(node, owner);
    const { eventDefinitions } = this.#instance.viewOf(this.#instance.contents.scopeOf(owner)).owner(node.id).behaviour;
    return ((eventDefinitions ?? []) as readonly { readonly type: string }[]).map(({ type }, index) => {
      const listener = this.#instance.net.state.listeners[listenerKey(owner, node.id, index)];
      if (listener?.kind === 'timer') return this.#timerContent(listener, content, index);
      return inner(content, { type, executionId: `${content.executionId}_${index}`, isDefinitionScope: true, index });
    });
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
      ...{
        type: 'bpmn:TimerEventDefinition',
        executionId: `${content.executionId}_${index}`,
        isDefinitionScope: true,
        index,
      },
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
          publish('activity.timeout', {
            ...told,
            stoppedAt: new Date(),
            runningTime: Date.now() - startedAt,
            state: 'timeout',
            ...payload,
          });
        }
        break;
      case 'message':
        publish('activity.catch', { message: payload.output }, { type: 'catch' });
        break;
      case 'error':
      case 'escalation': {
        const { error = payload.output, source } = payload;
        publish(
          'activity.catch',
          { source, [at.event.kind === 'error' ? 'error' : 'message']: error },
          { type: 'catch' },
        );
        return { ...payload, output: error };
      }
      case 'condition':
        this.#tellCondition(at, content, payload.output);
        break;
      case 'signal':
      case 'receive':
      case 'link':
      case 'terminate':
        break;
    }
    return payload;
  }

  /**
   * Asks a condition, and fires its event if it is true.
   * @param message that it is asked because of
   * @returns whether it is true now; it may say so later
   */
  evaluate(at: ListenerAt, { message }: { readonly message?: unknown } = {}): boolean {
    const instance = this.#instance;
    const content = instance.contents.ofEvent(at.node, at.owner ?? at.scope);
    const asked: Message =
      message === undefined
        ? messageOf(content)
        : { ...messageOf({ ...content, message }), properties: { type: 'signal' } };
    const owner = instance.viewOf(at.scope).owner(at.node.id);
    let isTrue = false;
    owner.eventDefinition(readListenerKey(at.key).index).evaluate(asked, (error, result) => {
      isTrue = Boolean(result);
      instance.goOn(() => {
        if (error) throw new ActivityError((error as Error).message, messageOf(content) as never, error as Error);
        if (!(at.key in instance.net.state.listeners)) return;
        if (isTrue) this.fire(at.key, { output: result });
        else this.#tellCondition(at, content, result);
      });
    });
    return isTrue;
  }

  #tellCondition(at: ListenerAt, content: Content, conditionResult: unknown): void {
    this.#instance.publish(at.scope, 'activity.condition', { ...content, conditionResult });
  }
}
