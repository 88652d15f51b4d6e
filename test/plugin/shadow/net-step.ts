import { BridgeError } from '../../../src/index.ts';
import { completeWait } from '../../../src/plugin/apply/complete-wait.ts';
import { isRecord, variablesOf, withInputs } from '../../../src/plugin/apply/jobs/job-result.ts';
import type { AllowedPress } from '../../../src/plugin/apply/press/press-task.ts';
import type { EnteredCall } from '../../../src/plugin/engine/enter-called-process.ts';
import { countIteration } from '../../../src/plugin/engine/multi-instance/multi-instances.ts';
import {
  keepFromPresses,
  keptFromPresses,
  setComputed,
  setVariables,
  type Variables,
} from '../../../src/plugin/variables/called-variables.ts';
import { startVariables } from '../../../src/plugin/variables/form-defaults.ts';
import { computeHandled } from '../../../src/plugin/variables/task-variables.ts';
import type { Id, openNet } from '../../support/inner/net.ts';
import type { Trigger } from '../../support/inner/plugin.ts';
import type { NetValues } from './net-values.ts';

type Net = ReturnType<typeof openNet>;

/** The tokens that a trigger is about, as the product's executions were matched with them. */
export interface TriggerTokens {
  /** Of the parts of a task that a press completes, in order. */
  partsOf(press: AllowedPress): readonly Id[];
  job(executionId: string): Id;
  timer(executionId: string): string;
  /** Who receives what is delivered next sets these variables. */
  setPayload(payload: Variables): void;
}

/** How many timers fire in one step, as in the product. */
const MAX_TIMERS = 100;

/** Applies a trigger to the net, with what it sets. */
export function applyToNet(net: Net, values: NetValues, trigger: Trigger, found: TriggerTokens, now: number): void {
  const { run } = values;
  switch (trigger.kind) {
    case 'start': {
      const { variables, startNodeId } = trigger;
      const facts = { initiator: 'ann', hasForm: startNodeId === undefined, context: run.context };
      run.variables = startVariables(run.model, variables, facts);
      run.variablesSeen = { variables: run.variables, called: {} };
      keepFromPresses(run, undefined, Object.keys(run.variables));
      net.start('main', startNodeId);
      return;
    }
    case 'press':
      press(net, values, trigger, found.partsOf(trigger));
      return;
    case 'job':
      finishJob(net, values, found.job(trigger.executionId), trigger.result);
      return;
    case 'job-error':
      net.fail(found.job(trigger.executionId), trigger.code);
      return;
    case 'call':
      enterCall(net, values, found.job(trigger.executionId), trigger);
      return;
    case 'message':
    case 'signal':
    case 'receive':
      deliver(net, found, trigger, trigger.payload);
      return;
    case 'notify': {
      const { button, opinions, account, variables } = trigger;
      const payload = { outcome: button.key, opinions, handler: account, ...variables };
      if (!deliver(net, found, { kind: 'message', name: button.key }, payload))
        deliver(net, found, { kind: 'signal', name: button.key }, payload);
      return;
    }
    case 'set-variables': {
      const { callId, variables } = trigger;
      if (callId === undefined) setVariables(run, undefined, variables);
      for (const [id, { token = '' }] of Object.entries(net.state.scopes))
        if (callId !== undefined && net.state.tokens[token]?.node === callId && run.called[`s${id}`])
          run.called = { ...run.called, [`s${id}`]: { ...run.called[`s${id}`], ...variables } };
      if (run.suspendedAt === null) net.settle();
      return;
    }
    case 'timer':
      net.fire(found.timer(trigger.executionId));
      return;
    case 'wake':
      fireDue(net, now);
      return;
    case 'suspend':
      run.suspendedAt = now;
      return;
    case 'activate':
      run.suspendedAt = null;
      net.settle();
      return;
    case 'end':
      net.end();
      return;
    case 'hand-over':
    case 'readdress':
    case 'circulate':
    case 'migrate':
      return;
  }
}

function press(net: Net, values: NetValues, given: AllowedPress, parts: readonly Id[]): void {
  const { run } = values;
  const { button, opinions, account, personName, variables, taskId } = given;
  const { effect } = button;
  const scope = values.wait(parts[0] ?? '', () => undefined).scope;
  const kept = keptFromPresses(run, scope);
  const own = Object.entries({ outcome: button.nextNodeKey ?? button.key, opinions, handler: account });
  const set: Variables = {
    ...Object.fromEntries(own.filter(([name]) => !kept.includes(name))),
    ...(personName !== undefined && { handlerName: personName }),
    ...variables,
    ...(effect.kind === 'set' && { [effect.variable]: effect.value }),
  };
  setVariables(run, scope, set);
  for (const part of parts) {
    // What an earlier part has decided is over.
    if (!(part in net.state.tokens)) continue;
    const wait = values.wait(part, () => net.complete(part));
    const node = run.model.userTasks.get(wait.nodeId);
    const computed = node ? computeHandled(run, node, wait, set) : {};
    setVariables(run, wait.scope, computed);
    const isKept = (name: string) =>
      Object.hasOwn(computed, name)
        ? computed[name] !== set[name]
        : Object.hasOwn(variables, name) && node?.pressFields?.includes(name);
    keepFromPresses(run, wait.scope, ['outcome', 'opinions', 'handler', 'handlerName'].filter(isKept));
    completeWait(run, wait, button, { taskId, own: { ...set, ...computed } });
  }
}

function finishJob(net: Net, values: NetValues, token: Id, result: unknown): void {
  const { run } = values;
  const wait = values.wait(token, () => net.complete(token));
  const service = run.model.services.get(wait.nodeId);
  if (service?.conditions) {
    run.decisions.set(wait.executionId, isRecord(result) ? result : {});
    net.answer(token);
    return;
  }
  const scope = run.scopeOf(wait.scope, wait.api.content);
  const own = service ? variablesOf(service, result, withInputs(service, scope)) : {};
  setComputed(run, wait.scope, own);
  if (run.multiInstanceOf(wait.nodeId)) countIteration(run, wait.scope, wait.api.content, { own });
  net.complete(token);
}

function enterCall(net: Net, { run }: NetValues, token: Id, { gatewayId, flowId }: EnteredCall): void {
  run.choices.set(`t${net.state.tokens[token]?.of ?? token}`, { gatewayId, flowId });
  net.complete(token);
}

function deliver(
  net: Net,
  found: TriggerTokens,
  event: Extract<Trigger, { readonly kind: 'message' | 'signal' | 'receive' }>,
  payload: Variables | undefined,
): boolean {
  const heard =
    event.kind === 'receive'
      ? event
      : {
          ...{ kind: event.kind, name: event.name },
          ...(event.correlationKey !== undefined && { key: event.correlationKey }),
        };
  found.setPayload(payload ?? {});
  return net.deliver(heard) > 0;
}

/** In the order in which they are due, with those that this makes due. */
function fireDue(net: Net, now: number): void {
  const before = new Set(Object.keys(net.state.listeners));
  for (let fired = 0; Object.keys(net.state.scopes).length > 0; ) {
    const due = listDue(net, now).filter(([key]) => fired < MAX_TIMERS || !before.has(key));
    const [first] = due.toSorted(([, one], [, other]) => one - other);
    if (!first) return;
    if (before.has(first[0])) fired += 1;
    net.fire(first[0]);
  }
}

function listDue({ state }: Net, now: number): readonly (readonly [string, number])[] {
  return Object.entries(state.listeners).flatMap(([key, listener]) =>
    listener.kind === 'timer' && listener.dueAt <= now ? [[key, listener.dueAt] as const] : [],
  );
}

export function stepErrorOf(error: unknown): string {
  if (error instanceof BridgeError) return error.code;
  const { reason = '', message } = error as Error & { readonly reason?: string };
  return ['moves', 'tokens', 'depth'].includes(reason) ? 'ERR_STEP_FAILED' : message;
}
