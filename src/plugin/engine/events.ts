import { ActivityError } from 'bpmn-elements';
import type { GraphNode } from '../../net/graph.ts';
import type { ListenerAt } from '../../net/ports.ts';
import { type Id, listenerKey, readListenerKey, type TimerState } from '../../net/state.ts';
import { inner } from './contents.ts';
import { formatNow } from './formatting.ts';
import { type Content, type Message, messageOf } from './message.ts';
import { resolveReference } from './references.ts';
import type { Payload, Run } from './run.ts';
import { startTimer, type TimerRound } from './timers.ts';

/**
 * Events begin to wait at a token or in a scope; bpmn-engine tells it as if each of them were entered.
 * @param inbound the flow to an event behind an event-based gateway
 * @returns whether one of them fires at once
 */
export function announce(run: Run, owner: Id, nodes: readonly GraphNode[], inbound?: object): boolean {
  const scope = run.contents.scopeOf(owner);
  let hasFired = false;
  for (const node of nodes) {
    const entered = { ...run.contents.ofEvent(node, owner), ...(inbound && { inbound: [inbound] }) };
    const element = run.viewOf(scope).heard(node.id);
    element?.extensions?.activate(messageOf(entered, 'run.enter') as never);
    run.tell(scope, 'enter', entered);
    const content = { ...entered, ...formatNow(element) };
    run.tell(scope, 'start', content);
    hasFired = waitFor(run, owner, node, content) || hasFired;
  }
  return hasFired;
}

/** Tells what a node waits for, and starts its timers. @returns whether one of its events fires at once */
export function waitFor(run: Run, owner: Id, node: GraphNode, content: Content): boolean {
  const { contents, net } = run;
  for (const [index, { kind }] of node.events.entries()) {
    const at = contents.listenerAt(owner, node, index);
    const listener = net.state.listeners[at.key];
    if (listener?.kind === 'timer') waitForTime(run, at, listener, content);
    if (kind === 'condition' && listener && !run.linked && evaluate(run, at)) return true;
    if (kind === 'timer' || kind === 'link' || (kind === 'condition' && !(at.key in net.state.listeners))) continue;
    const expected = kind === 'receive' ? 'message' : kind === 'message' || kind === 'signal' ? kind : 'expect';
    const told =
      kind === 'condition'
        ? { condition: definitionAt(run, at)?.condition?.type }
        : { [expected]: resolveReference(run, node, index, content) };
    run.publish(at.scope, 'activity.wait', { ...content, state: 'wait', ...told });
  }
  return false;
}

function waitForTime(run: Run, at: ListenerAt, timer: TimerState, content: Content): void {
  const told = timerContent(run, timer, content, readListenerKey(at.key).index);
  run.publish(at.scope, 'activity.timer', told);
  if (run.linked || !(at.key in run.net.state.listeners)) return;
  const fire = () => fireEvent(run, at.key, { state: 'timeout' });
  if (timer.dueAt > Date.now()) startTimer(run, at.key, told, fire);
  else fire();
}

/** What a link keeps of a timer is its own. */
function timerContent(run: Run, { dueAt, round }: TimerState, content: Content, index: number): Content {
  const { timerType, value, repeat, startedAt }: Partial<TimerRound> = run.linked ? {} : (round as TimerRound);
  return inner(content, {
    ...{ type: 'bpmn:TimerEventDefinition', executionId: `${content.executionId}_${index}` },
    ...(timerType && { [timerType]: value, timerType }),
    ...(repeat !== undefined && { repeat }),
    ...{ expireAt: new Date(dueAt), timeout: dueAt - Date.now() },
    ...(startedAt !== undefined && { startedAt: new Date(startedAt) }),
    ...{ isDefinitionScope: true, index, state: 'timer' },
  });
}

/** The event definitions that wait at a place, as elements of their own. */
export function definitionsAt(run: Run, node: GraphNode, owner: Id): readonly Content[] {
  const content = run.contents.ofEvent(node, owner);
  return run.drawing.definitionsOf(node.id).map(({ type = '' }, index) => {
    const listener = run.net.state.listeners[listenerKey(owner, node.id, index)];
    if (listener?.kind === 'timer') return timerContent(run, listener, content, index);
    return inner(content, { type, executionId: `${content.executionId}_${index}`, isDefinitionScope: true, index });
  });
}

/** Fires what waits under a key, if it still does. */
export function fireEvent(run: Run, key: string, payload: Payload): void {
  if (!(key in run.net.state.listeners)) return;
  run.payloads.set(key, payload);
  run.net.fire(key);
}

/** A message or signal from outside reaches whoever waits for its name. */
export function deliver(run: Run, kind: 'message' | 'signal', name: string, payload: Payload): void {
  for (const key of run.net.receivers({ kind, name })) run.payloads.set(key, payload);
  run.net.deliver({ kind, name });
}

/** Tells that an event has fired. @param thrown what has set it off @returns with what it has fired */
export function tellFired(run: Run, at: ListenerAt, thrown: Payload | undefined, timer?: TimerState): Payload {
  const payload = run.payloads.get(at.key) ?? thrown ?? {};
  run.payloads.delete(at.key);
  const { output, error = output, source } = payload;
  const content = run.contents.ofEvent(at.node, at.owner ?? at.scope);
  const { kind } = at.event;
  if (timer) {
    const told = timerContent(run, timer, content, readListenerKey(at.key).index);
    const { startedAt } = told;
    const runningTime = startedAt instanceof Date ? { runningTime: Date.now() - startedAt.getTime() } : {};
    const passed = { stoppedAt: new Date(), ...runningTime };
    run.publish(at.scope, 'activity.timeout', { ...told, ...passed, ...payload });
  } else if (kind === 'condition') tellCondition(run, at, content, run.linked ? true : output);
  else if (kind === 'message')
    run.publish(at.scope, 'activity.catch', { ...content, message: output }, { type: 'catch' });
  else if (kind === 'error' || kind === 'escalation') {
    const caught = { source, [kind === 'error' ? 'error' : 'message']: error };
    run.publish(at.scope, 'activity.catch', { ...content, ...caught }, { type: 'catch' });
    return { ...payload, output: error };
  }
  return payload;
}

/**
 * Asks a condition, and fires its event if it is true.
 * @param message that it is asked because of
 * @returns whether it is true now; it may say so later
 */
export function evaluate(run: Run, at: ListenerAt, message?: unknown): boolean {
  const content = run.contents.ofEvent(at.node, at.owner ?? at.scope);
  const asked: Message =
    message === undefined
      ? messageOf(content)
      : { ...messageOf({ ...content, message }), properties: { type: 'signal' } };
  let isTrue = false;
  definitionAt(run, at)?.evaluate(asked, (error, result) => {
    isTrue = Boolean(result);
    run.goOn(() => {
      if (error) throw new ActivityError((error as Error).message, messageOf(content) as never, error as Error);
      if (isTrue) fireEvent(run, at.key, { output: result });
      else if (at.key in run.net.state.listeners) tellCondition(run, at, content, result);
    });
  });
  return isTrue;
}

function definitionAt(run: Run, { scope, node, key }: ListenerAt) {
  return run.viewOf(scope).element(node.id).eventDefinitions?.[readListenerKey(key).index];
}

function tellCondition(run: Run, { scope }: ListenerAt, content: Content, conditionResult: unknown): void {
  run.publish(scope, 'activity.condition', { ...content, conditionResult });
}
