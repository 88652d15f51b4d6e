import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import { PRESS_VARIABLES } from '../../model/variables/press-variables.ts';
import type { Id } from '../../net/state.ts';
import { type IterationHolder, iterationVariables } from '../tokens/multi-instance/iterations.ts';

export type Variables = Readonly<Record<string, unknown>>;

/**
 * Variables of called processes, by the scope of the call. Only for diagrams of engines in which a called process
 * has its own variables. They exist from the moment the token enters the call. Elements of the called process read and
 * set them; the output mappings of the call set variables around the call.
 */
export type CalledVariablesByCall = Readonly<Record<string, Variables>>;

/** All variables of an instance. */
export interface AllVariables {
  readonly variables: Variables;
  readonly called: CalledVariablesByCall;
}

/** The part of a run that contains its variables. */
export interface VariableHolder extends IterationHolder {
  readonly context: EvaluationContext;
  variables: Variables;
  called: CalledVariablesByCall;
  /** Variables of a press that no press sets any more, by the call; of the instance: `''`. */
  ownPressVariables: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The innermost called process with its own variables around a scope; undefined if there is none. */
function calledAround(run: VariableHolder, scope: Id | undefined): Id | undefined {
  return scope === undefined ? undefined : run.places.around(scope).find((each) => ownOf(run, each) !== undefined);
}

function ownOf({ model, places }: VariableHolder, scope: Id) {
  return model.subProcesses.get(places.scope(scope)?.node ?? '')?.own;
}

/** The scope of the call whose variables a scope uses; undefined: the variables of the instance. */
export function callIdOf(run: VariableHolder, scope: Id | undefined): Id | undefined {
  const called = calledAround(run, scope);
  return called === undefined ? undefined : run.places.around(called)[1];
}

/** The variables that elements of a scope read. */
export function variablesAt(run: VariableHolder, scope: Id | undefined): Variables {
  const called = calledAround(run, scope);
  if (called === undefined) return run.variables;
  const own = run.called[callIdOf(run, scope) ?? ''] ?? {};
  const name = ownOf(run, called)?.initiatorVariable;
  return name === undefined ? own : { [name]: own.initiator, ...own };
}

/** Sets variables for a scope: those of its call, or those of the instance. */
export function setVariables(run: VariableHolder, scope: Id | undefined, values: Variables): void {
  setVariablesOf(run, callIdOf(run, scope), values);
}

/** @param callId the scope of the call; undefined: the instance */
export function setVariablesOf(run: VariableHolder, callId: Id | undefined, values: Variables): void {
  if (callId === undefined) run.variables = { ...run.variables, ...values };
  else run.called = { ...run.called, [callId]: { ...run.called[callId], ...values } };
}

/** Sets what the diagram computes: a press does not set these variables any more, if they are its own. */
export function setComputed(run: VariableHolder, scope: Id | undefined, values: Variables): void {
  setVariables(run, scope, values);
  keepFromPresses(run, scope, Object.keys(values));
}

/** From now on no press sets those of its own variables (`PRESS_VARIABLES`) that are among these. */
export function keepFromPresses(run: VariableHolder, scope: Id | undefined, set: readonly string[]): void {
  const names = PRESS_VARIABLES.filter((name) => set.includes(name));
  if (names.length === 0) return;
  const kept = [...new Set([...keptFromPresses(run, scope), ...names])];
  run.ownPressVariables = { ...run.ownPressVariables, [callIdOf(run, scope) ?? '']: kept };
}

/** The variables of a press that no press sets any more. */
export function keptFromPresses(run: VariableHolder, scope: Id | undefined): readonly string[] {
  return run.ownPressVariables?.[callIdOf(run, scope) ?? ''] ?? [];
}

/** Sets variables on behalf of an operator. @returns false if no call of this id with its own variables is running */
export function setVariablesByOperator(
  run: VariableHolder,
  { variables, callId }: { readonly variables: Variables; readonly callId?: string },
): boolean {
  if (callId === undefined) {
    setVariables(run, undefined, variables);
    return true;
  }
  const { scopes } = run.places.marking.state;
  const calls = Object.keys(scopes).filter((id) => scopes[id]?.node === callId && Object.hasOwn(run.called, id));
  for (const id of calls) run.called = { ...run.called, [id]: { ...run.called[id], ...variables } };
  return calls.length > 0;
}

/**
 * The scope of expressions: the variables, and the element variable and counters of each enclosing iteration.
 * @param token in that scope; undefined: the scope itself
 */
export function scopeAt(run: VariableHolder, scope: Id | undefined, token?: Id): Scope {
  const call = callIdOf(run, scope);
  const callId = call === undefined ? undefined : run.places.scope(call)?.node;
  const context = callId === undefined ? run.context : { ...run.context, callId };
  return withContext(visibleAt(run, scope, token), context);
}

/** What {@link scopeAt} contains as plain data, for a service or a script. */
export function visibleAt(run: VariableHolder, scope: Id | undefined, token?: Id): Variables {
  return { ...variablesAt(run, scope), ...iterationsAt(run, scope, token) };
}

/** Element variables and counters of the enclosing iterations. Iterations around a call are not visible in its process. */
export function iterationsAt(run: VariableHolder, scope: Id | undefined, token?: Id): Scope {
  const around = scope === undefined ? [] : run.places.around(scope);
  const end = around.findIndex((each) => ownOf(run, each) !== undefined);
  const visible = end < 0 ? around : around.slice(0, end);
  const owners = visible.toReversed().map((each) => run.places.ownerOf(each));
  return Object.assign({}, ...[...owners, token].map((each) => each !== undefined && iterationVariables(run, each)));
}

/** Applies the mappings of a call when a token enters or leaves it. @param scope the scope of the call */
export function passVariables(run: VariableHolder, { assign = [], passes }: ServiceNode, scope: Id): void {
  const outside = variablesAt(run, scope);
  const iterations = iterationsAt(run, scope);
  const around = { ...outside, ...iterations };
  const evaluate = (seen: Variables) =>
    Object.fromEntries(
      assign.map(({ name, value }) => [name, value.evaluate(withContext(seen, run.context)) ?? null] as const),
    );
  if (passes?.way === 'in') {
    const { initiator } = outside;
    const given = { ...(passes.all && around), ...(passes.local && iterations), initiator, ...evaluate(around) };
    run.called = { ...run.called, [scope]: given };
    return;
  }
  const own = run.called[scope] ?? {};
  // Variables of the iteration around the call, such as its number, are not passed back.
  const whole = Object.entries(own).filter(([name]) => !Object.hasOwn(iterations, name));
  setVariables(run, scope, {
    ...(passes?.all && Object.fromEntries(whole)),
    ...evaluate(passes?.seesCaller ? { ...around, ...own } : own),
  });
}

/** Passes variables back from calls that an error or escalation leaves, for diagrams of engines that do so. */
export function passOnThrown(run: VariableHolder, kind: 'error' | 'escalation', from: Id, to: Id): void {
  for (const each of run.places.around(from)) {
    if (each === to) return;
    const call = run.places.around(each)[1];
    const callNode = call === undefined ? undefined : run.places.scope(call)?.node;
    if (call === undefined || callNode === undefined || ownOf(run, each) === undefined) continue;
    const out = run.model.services.get(`${callNode}..out`);
    const isPassed = kind === 'error' ? out?.passes?.onError : out?.passes?.onEscalation;
    if (out?.passes?.way === 'out' && isPassed) passVariables(run, out, call);
  }
}

/** A call is over: its variables go, unless a message of this step is about a task in it. */
export function dropCalled(
  run: VariableHolder & { readonly notes: { readonly pressedIn: ReadonlyMap<string, Id> } },
  call: Id,
): void {
  const isSpokenOf = [...run.notes.pressedIn.values()].some((scope) => callIdOf(run, scope) === call);
  if (!Object.hasOwn(run.called, call) || isSpokenOf) return;
  const { [call]: _, ...others } = run.called;
  run.called = others;
}
