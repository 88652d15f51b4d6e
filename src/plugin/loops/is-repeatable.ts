import type { EventNode, EventTrigger } from '../../model/nodes/event-node.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import type { AskedCondition, PathEntry } from './path-entry.ts';

/** They pass a token on at once, and nothing but variables decides where to. */
const PASSING_TYPES: ReadonlySet<unknown> = new Set([
  ...['bpmn:ExclusiveGateway', 'bpmn:Task', 'bpmn:ManualTask', 'bpmn:ScriptTask', 'bpmn:ServiceTask'],
  ...['bpmn:SubProcess', 'bpmn:StartEvent', 'bpmn:EndEvent', 'bpmn:BoundaryEvent', 'bpmn:IntermediateThrowEvent'],
]);

/** They make several tokens of one, or keep one until something comes that the next round brings as well, or nothing. */
const SPREADING_TYPES: ReadonlySet<unknown> = new Set([
  ...['bpmn:ParallelGateway', 'bpmn:InclusiveGateway', 'bpmn:EventBasedGateway'],
  ...['bpmn:UserTask', 'bpmn:ReceiveTask', 'bpmn:IntermediateCatchEvent'],
]);

/** Whether a round of such entries may leave a token at rest, or on a way of its own, which the next round may reach. */
export function spreads(model: ProcessModel, entry: PathEntry): boolean {
  if (entry.kind === 'conditions') return entry.asked.length > 1;
  if (entry.kind !== 'node') return false;
  return entry.forks === true || SPREADING_TYPES.has(entry.type) || makesJob(model.services.get(entry.nodeId));
}

/** Whether it waits for its result. */
function makesJob(service: ServiceNode | undefined): boolean {
  return service !== undefined && service.assign === undefined && service.expression === undefined;
}

/** Whether a round of such entries ends with the tokens with which it began, without others that rest or go on. */
export function leavesNothing(entry: PathEntry): boolean {
  if (entry.kind === 'node') return PASSING_TYPES.has(entry.type);
  return entry.kind === 'decision' || entry.kind === 'event';
}

/**
 * Whether a round that was the same as the one before is the next one too, if its expressions say the same. What it uses
 * must be its own: what was left from earlier, such as tokens in front of a join, tokens that wait for a message, or the next
 * iterations of a multi-instance, may be used up later. A signal reaches all that wait for it; so those that it reaches in
 * the second round began to wait since the first.
 */
export function isRepeatable(model: ProcessModel, path: readonly PathEntry[]): boolean {
  if (!isForeseeable(model, path)) return false;
  return path.every((entry, index) => {
    // The round began at the entry before its first one.
    const at = index + 1;
    switch (entry.kind) {
      case 'node':
        return (entry.reachesBack ?? 0) <= at;
      case 'event':
        return entry.thrown <= at && (entry.waited <= at || !isUsedUp(model.events.get(entry.nodeId)));
      case 'conditions':
        return entry.asked.every((each) => isAskedAgain(model, each, { at, isAlone: entry.asked.length === 1 }));
      default:
        return true;
    }
  });
}

/** Whether all that was done is of a kind that may come again. */
export function isForeseeable(model: ProcessModel, path: readonly PathEntry[]): boolean {
  return path.every((entry) => (entry.kind === 'node' ? passesOn(model, entry) : entry.kind !== 'other'));
}

/** Whether a part of a round needs nothing that was there before it. */
export function isSelfContained(model: ProcessModel, path: readonly PathEntry[]): boolean {
  if (!isRepeatable(model, path)) return false;
  return path.every((entry, index) => {
    // Only one that waits alone is foreseen, from the diagram.
    if (entry.kind === 'conditions') return false;
    if (entry.kind === 'event') return entry.waited <= index + 1 || keepsWaiting(model.events.get(entry.nodeId));
    return (entry.kind !== 'result' && entry.kind !== 'results') || entry.began <= index;
  });
}

type NodeEntry = PathEntry & { readonly kind: 'node' };

function passesOn(model: ProcessModel, { nodeId, type }: NodeEntry): boolean {
  const service = model.services.get(nodeId);
  const event = model.events.get(nodeId);
  return (
    (PASSING_TYPES.has(type) || SPREADING_TYPES.has(type)) &&
    !(type === 'bpmn:IntermediateCatchEvent' && !event) &&
    asksNobody(multiInstanceOf(model, nodeId)) &&
    model.userTasks.get(nodeId)?.standardLoop === undefined &&
    service?.conditions === undefined
  );
}

/** Whether an event reaches one of several that wait, so that those of earlier rounds may be used up one by one. */
function isUsedUp(event: EventNode | undefined): boolean {
  const isCaught = ({ kind }: EventTrigger) => kind === 'error' || kind === 'escalation';
  return triggersOf(event).some((trigger) => trigger.kind === 'message' || (isCaught(trigger) && !keepsWaiting(event)));
}

/**
 * Whether a conditional event that fires is there again in the next round, to be evaluated again: since its wait begins in
 * each, or since it keeps waiting and a variable changes. Of several, that may have changed before others fired; that it
 * has done so in the round is seen where they wait in both rounds alike.
 */
function isAskedAgain(
  { events }: ProcessModel,
  { nodeId, isMet, waited, hasChanged }: AskedCondition,
  { at, isAlone }: { readonly at: number; readonly isAlone: boolean },
): boolean {
  if (isMet !== true) return true;
  if (waited !== undefined) return waited <= at;
  return keepsWaiting(events.get(nodeId)) && (hasChanged === true || !isAlone);
}

/** Whether it waits again when it has fired. */
function keepsWaiting(event: EventNode | undefined): boolean {
  return (event?.role.kind === 'boundary' || event?.role.kind === 'start') && !event.role.interrupting;
}

function triggersOf(event: EventNode | undefined): readonly EventTrigger[] {
  return event ? [event.trigger, ...(event.also ?? [])] : [];
}

/** Whether an activity is no multi-instance, or one that variables alone complete. Its condition is a decision. */
function asksNobody(multiInstance: MultiInstance | undefined): boolean {
  const { conditionScript, votes } = multiInstance ?? {};
  return [conditionScript, votes].every((each) => each === undefined);
}
