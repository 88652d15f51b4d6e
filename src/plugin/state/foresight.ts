import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import type { EventTrigger } from '../../model/nodes/event-node.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import { type MultiInstanceSize, readSize } from '../engine/multi-instance/multi-instance-size.ts';
import {
  type AllVariables,
  type Passing,
  passVariables,
  scopeIn,
  type VariableScope,
  type Variables,
  withVariables,
} from '../variables/called-variables.ts';
import { computeVariables } from '../variables/compute-variables.ts';
import { decideCondition } from '../variables/decide-condition.ts';

/** Something that a step did, as far as it decides how a loop goes on. */
export type PathEntry =
  /** A token reached a node. */
  | { readonly kind: 'node'; readonly nodeId: string; readonly type: unknown }
  /** A condition was evaluated. */
  | {
      readonly kind: 'decision';
      readonly condition: Expression;
      readonly taken: boolean;
      readonly scope: VariableScope;
    }
  /** Variables were computed from variables. */
  | { readonly kind: 'assignment'; readonly service: ServiceNode; readonly scope: VariableScope }
  /** A multi-instance began, with its number and elements. */
  | {
      readonly kind: 'size';
      readonly nodeId: string;
      readonly multiInstance: MultiInstance;
      readonly size: MultiInstanceSize;
      readonly scope: VariableScope;
    }
  /** The code of a caught error or escalation was set. */
  | { readonly kind: 'code'; readonly callId: string | undefined; readonly values: Variables }
  /** Variables went into a call or out of it. */
  | { readonly kind: 'passing'; readonly passing: Passing }
  /** Something else that may be another thing in the next round. */
  | { readonly kind: 'other' };

/** One round of a loop, with the variables when it began. */
export interface Round {
  readonly path: readonly PathEntry[];
  readonly all: AllVariables;
}

/** What a way depends on besides variables. */
export interface Beyond {
  readonly model: ProcessModel;
  readonly context: EvaluationContext;
}

/** They pass a token on at once, and nothing but variables decides where to. */
const PASSING_TYPES: ReadonlySet<unknown> = new Set([
  ...['bpmn:ExclusiveGateway', 'bpmn:Task', 'bpmn:ManualTask', 'bpmn:ScriptTask', 'bpmn:ServiceTask'],
  ...['bpmn:SubProcess', 'bpmn:StartEvent', 'bpmn:EndEvent', 'bpmn:BoundaryEvent', 'bpmn:IntermediateThrowEvent'],
]);

/** Looking ahead that takes longer is given up: the engine goes on in its own time. */
const MAX_MS = 100;

/**
 * Computes what the next rounds of a loop set and decide, without the engine, for which a round is a hundred messages.
 * Functions of the host are called once more for each of these rounds, which a step that is repeated does as well.
 * @param known the last two rounds, which must have been the same; twice the last one, if nothing but its token moved in it
 * @returns how many of the next rounds are known to take the way of the last, at most `rounds`
 */
export function countSameRounds(
  known: readonly [Round, Round],
  now: AllVariables,
  { model, context, rounds }: Beyond & { readonly rounds: number },
): number {
  const [earlier, last] = known;
  if (!isForeseeable(model, last.path) || !isDeepStrictEqual(earlier.path, last.path)) return 0;
  const until = performance.now() + MAX_MS;
  let round = 0;
  try {
    // Something else may have set variables.
    if (!isDeepStrictEqual(repeat(last.path, last.all, context), now)) return 0;
    let before = now;
    for (; round < rounds && performance.now() < until; round += 1) {
      const after = repeat(last.path, before, context);
      if (after === before) return rounds;
      if (after === undefined) break;
      before = after;
    }
  } catch {
    // The engine comes to the same error, if it gets there.
  }
  return round;
}

/** @returns the variables after the round; undefined if it takes another way */
function repeat(
  path: readonly PathEntry[],
  before: AllVariables,
  context: EvaluationContext,
): AllVariables | undefined {
  let variables = before;
  for (const entry of path) {
    if (entry.kind === 'passing') variables = passVariables(variables, entry.passing, context);
    if (entry.kind === 'code') variables = withVariables(variables, entry.callId, entry.values);
    if (entry.kind !== 'decision' && entry.kind !== 'assignment' && entry.kind !== 'size') continue;
    const scope = scopeIn(entry.scope, variables, context);
    if (entry.kind === 'assignment')
      variables = withVariables(variables, entry.scope.callId, computeVariables(entry.service, scope) ?? {});
    if (entry.kind === 'size' && !isDeepStrictEqual(readSize(entry.multiInstance, entry.nodeId, scope), entry.size))
      return undefined;
    if (entry.kind === 'decision' && decideCondition(entry.condition, scope, 'condition') !== entry.taken)
      return undefined;
  }
  return variables;
}

function isForeseeable(model: ProcessModel, path: readonly PathEntry[]): boolean {
  return path.every((entry) => entry.kind !== 'other' && (entry.kind !== 'node' || passesOn(model, entry)));
}

function passesOn(model: ProcessModel, { nodeId, type }: { readonly nodeId: string; readonly type: unknown }): boolean {
  const event = model.events.get(nodeId);
  const service = model.services.get(nodeId);
  const triggers = event ? [event.trigger, ...(event.also ?? [])] : [];
  return (
    PASSING_TYPES.has(type) &&
    collectsNothing(multiInstanceOf(model, nodeId)) &&
    triggers.every(passesItself) &&
    service?.conditions === undefined
  );
}

/** Whether an activity is no multi-instance, or one that collects nothing and asks nobody. Its condition is a decision. */
function collectsNothing(multiInstance: MultiInstance | undefined): boolean {
  const { output, conditionScript, terminable, votes } = multiInstance ?? {};
  return [output, conditionScript, terminable, votes].every((each) => each === undefined);
}

/** Whether a throw reaches the same events in each round: all that wait for it, or the one around it. */
function passesItself(trigger: EventTrigger): boolean {
  return (
    trigger.kind === 'error' || trigger.kind === 'escalation' || (trigger.kind === 'signal' && trigger.name.constant)
  );
}
