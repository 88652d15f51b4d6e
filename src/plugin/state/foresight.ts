import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { EventTrigger } from '../../model/nodes/event-node.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import type { PathEntry, Round } from './path-entry.ts';
import { repeatRound } from './repeat-round.ts';

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

/**
 * Looking ahead that takes longer is given up, and the engine goes on in its own time: a slow function of the host would
 * take twice as long in a loop that ends. It is a fifth of the default limit of a step.
 */
const MAX_MS = 1_000;

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
    if (!isDeepStrictEqual(repeatRound(last.path, last.all, context), now)) return 0;
    let before = now;
    for (; round < rounds && performance.now() < until; round += 1) {
      const after = repeatRound(last.path, before, context);
      if (after === before) return rounds;
      if (after === undefined) break;
      before = after;
    }
  } catch {
    // The engine comes to the same error, if it gets there.
  }
  return round;
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
    asksNobody(multiInstanceOf(model, nodeId)) &&
    triggers.every(passesItself) &&
    service?.conditions === undefined
  );
}

/** Whether an activity is no multi-instance, or one that variables alone complete. Its condition is a decision. */
function asksNobody(multiInstance: MultiInstance | undefined): boolean {
  const { conditionScript, terminable, votes } = multiInstance ?? {};
  return [conditionScript, terminable, votes].every((each) => each === undefined);
}

/** Whether a throw reaches the same events in each round: all that wait for it, or the one around it. */
function passesItself(trigger: EventTrigger): boolean {
  return (
    trigger.kind === 'error' || trigger.kind === 'escalation' || (trigger.kind === 'signal' && trigger.name.constant)
  );
}
