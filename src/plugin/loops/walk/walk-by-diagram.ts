import type { EventNode } from '../../../model/nodes/event-node.ts';
import type { ActivityDefinition, FlowDefinition } from '../../engine/copies/copy-source.ts';
import { armTimer } from '../../outcome/timer-due.ts';
import type { VariableScope } from '../../variables/called-variables.ts';
import { passVariables, scopeIn, withVariables } from '../../variables/called-variables.ts';
import { computeNames, isNamed } from '../../variables/compute-names.ts';
import { computeVariables } from '../../variables/compute-variables.ts';
import { decideCondition } from '../../variables/decide-condition.ts';
import type { Beyond, Setting } from '../beyond.ts';
import { awaitedCondition, catcherOf, isUnheard, listensToVariables } from '../listeners.ts';
import { movesOneToken } from '../moves-one-token.ts';
import { callOf } from '../name-calls.ts';
import type { RoundState } from '../path-entry.ts';
import { isEventSubProcess, isPlain, isRepeated, passesOn, subProcessAround } from '../plain-nodes.ts';
import { firstInstance, type Instance, walkMultiInstance } from './walk-multi-instance.ts';

/** What happened to a token that leaves its node: it goes on by flows, one for each; it enters a sub-process; or it ends. */
export type Walked = { readonly after: RoundState } & (
  | { readonly takes: readonly FlowDefinition[] }
  | {
      /** The start event of the sub-process, or an event sub-process. */
      readonly enters: string;
      /** If it is a multi-instance. */
      readonly instance?: Instance;
    }
  | {
      /** Id of the process or sub-process. */
      readonly endsIn: string;
    }
);

/** What expressions see, by the id of the process or sub-process in which they are. */
export type ScopesById = ReadonlyMap<string, VariableScope>;

const TASK_TYPES: ReadonlySet<string> = new Set([
  ...['bpmn:Task', 'bpmn:ManualTask', 'bpmn:ScriptTask', 'bpmn:ServiceTask'],
]);

/**
 * Walks as the diagram has it: behind gateways that take one flow, tasks that set variables at once or do nothing, timers
 * that take no time or conditions that are met, into sub-processes and calls, and from what is thrown to behind the boundary
 * events that catch it, or into event sub-processes. What the token enters must have no other token in it, and nothing must
 * be waiting to happen.
 * @returns undefined behind any other node, and behind those at which something else may happen
 */
export function walkByDiagram(
  nodeId: string,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): Walked | undefined {
  const node = beyond.diagram.activities.get(nodeId);
  if (!node || listensToVariables(beyond)) return undefined;
  const event = beyond.model.events.get(nodeId);
  if (event?.role.kind === 'start') return movesOneToken(beyond) ? goOn(node, before, beyond) : undefined;
  if (event?.role.kind === 'catch') return walkWait(event, before, scopes, beyond);
  if (event && isUnheard(event, beyond)) return walkUnheard(event, before, scopes, beyond);
  if (event) return walkToCatcher(event, node, before, beyond);
  if (isEventSubProcess(node)) return movesOneToken(beyond) ? walkInto(node, before, beyond) : undefined;
  if (!isPlain(node, beyond)) return undefined;
  if (TASK_TYPES.has(node.type)) return walkTask(node, before, scopes, beyond);
  if (node.type === 'bpmn:SubProcess' && isRepeated(node)) return walkIntoFirst(node, before, scopes, beyond);
  if (isRepeated(node)) return undefined;
  switch (node.type) {
    case 'bpmn:ExclusiveGateway':
      return walkFlow(chooseFlow(node, before, scopes, beyond), before);
    case 'bpmn:InclusiveGateway':
      return takeAll(node, before, scopes, beyond);
    case 'bpmn:SubProcess':
      return walkInto(node, before, beyond);
    case 'bpmn:StartEvent':
    case 'bpmn:EndEvent':
    case 'bpmn:ParallelGateway':
      return goOn(node, before, beyond);
    default:
      return undefined;
  }
}

/**
 * Walks from behind a gateway that takes one flow, or a task that sets variables at once or does nothing, to the next
 * node, while all other tokens rest.
 * @returns undefined behind any other node
 */
export function walkToNext(
  nodeId: string,
  before: RoundState,
  scopes: ScopesById,
  setting: Setting,
): { readonly to: string; readonly after: RoundState } | undefined {
  const node = setting.diagram.activities.get(nodeId);
  if (!node || !passesOn(node, setting)) return undefined;
  const walked =
    node.type === 'bpmn:ExclusiveGateway'
      ? walkFlow(chooseFlow(node, before, scopes, setting), before)
      : TASK_TYPES.has(node.type)
        ? walkTask(node, before, scopes, setting)
        : undefined;
  const [flow, ...others] = walked && 'takes' in walked ? walked.takes : [];
  return walked && flow && others.length === 0 ? { to: flow.targetId, after: walked.after } : undefined;
}

function walkToCatcher(
  thrown: EventNode,
  { parent }: ActivityDefinition,
  before: RoundState,
  beyond: Beyond,
): Walked | undefined {
  const catcher = catcherOf(thrown, parent.id, beyond);
  if (catcher?.role.kind === 'start') return { enters: catcher.role.scopeId, after: before };
  const boundary = beyond.diagram.activities.get(catcher?.nodeId ?? '');
  return boundary && goOn(boundary, before, beyond);
}

function walkTask(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Setting,
): Walked | undefined {
  const service = beyond.model.services.get(node.id);
  const multiInstance = service?.multiInstance;
  if (isRepeated(node) && !multiInstance) return undefined;
  if (!service) return goOn(node, before, beyond);
  const scope = scopeOf(node, scopes, beyond);
  if (!scope) return undefined;
  if (service.passes) {
    const passing = { service, callId: callOf(node.id, beyond.diagram), around: scope };
    return goOn(node, { ...before, all: passVariables(before.all, passing, beyond.context) }, beyond);
  }
  if (multiInstance) {
    const after = walkMultiInstance({ ...service, multiInstance }, before, scope, beyond);
    return after && goOn(node, after, beyond);
  }
  const values = computeVariables(service, scopeIn(scope, before.all, beyond.context));
  return values && goOn(node, { ...before, all: withVariables(before.all, scope.callId, values) }, beyond);
}

/** The first flow whose condition is true. */
function chooseFlow(...given: Parameters<typeof conditionsOf>): FlowDefinition | undefined {
  const [{ id }, , , { diagram }] = given;
  const isTaken = conditionsOf(...given);
  const flows = diagram.flowsFrom.get(id) ?? [];
  return isTaken && (flows.find(isTaken) ?? flows.find(({ isDefault }) => isDefault));
}

/** Takes the flows of an inclusive gateway whose conditions are true. */
function takeAll(...given: Parameters<typeof conditionsOf>): Walked | undefined {
  const [{ id }, before, , { diagram }] = given;
  const isTaken = conditionsOf(...given);
  const flows = diagram.flowsFrom.get(id) ?? [];
  const taken = isTaken && flows.filter(isTaken);
  const takes = taken?.length === 0 ? flows.filter(({ isDefault }) => isDefault) : taken;
  return takes && { takes, after: before };
}

/** What decides whether a flow is taken that is not the default one; undefined if more than conditions do. */
function conditionsOf(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Setting,
): ((flow: FlowDefinition) => boolean) | undefined {
  const { conditions, routedGateways } = beyond.model;
  const scope = scopeOf(node, scopes, beyond);
  if (!scope || !conditions || routedGateways.has(node.id)) return undefined;
  const seen = scopeIn(scope, before.all, beyond.context);
  return ({ id, isDefault }) => {
    const condition = conditions.get(id);
    return !isDefault && (!condition || decideCondition(condition, seen, 'condition'));
  };
}

/** Behind a timer that is due at once, or a condition that is met. Others would go before a timer that was due earlier. */
function walkWait(event: EventNode, before: RoundState, scopes: ScopesById, beyond: Beyond): Walked | undefined {
  const { nodeId, trigger, also } = event;
  const { diagram, context } = beyond;
  const node = diagram.activities.get(nodeId);
  const scope = node && scopeOf(node, scopes, beyond);
  if (!scope) return undefined;
  const seen = scopeIn(scope, before.all, context);
  const condition = awaitedCondition(event);
  if (condition) {
    return decideCondition(condition, seen, 'condition')
      ? goOn(node, { ...before, seen: before.all }, beyond)
      : undefined;
  }
  if (trigger.kind !== 'timer' || also) return undefined;
  const { now, timeZone } = context;
  const { dueAt, left } = armTimer(trigger, nodeId, seen, { from: now, timeZone });
  return dueAt === now && left === null ? goOn(node, before, beyond) : undefined;
}

/** A name is computed for whoever may hear it, and may fail. */
function walkUnheard(
  { nodeId, trigger }: EventNode,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): Walked | undefined {
  const node = beyond.diagram.activities.get(nodeId);
  const scope = node && scopeOf(node, scopes, beyond);
  if (!scope) return undefined;
  if (isNamed(trigger)) computeNames(trigger, scopeIn(scope, before.all, beyond.context));
  return goOn(node, before, beyond);
}

function walkInto({ id }: ActivityDefinition, after: RoundState, beyond: Beyond): Walked | undefined {
  const enters = onlyStartIn(id, beyond);
  return enters === undefined ? undefined : { enters, after };
}

/** Into the first instance of a multi-instance that sets no results when it ends. */
function walkIntoFirst(
  node: ActivityDefinition,
  after: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): Walked | undefined {
  const enters = onlyStartIn(node.id, beyond);
  const { multiInstance, own } = beyond.model.subProcesses.get(node.id) ?? {};
  const around = scopeOf(node, scopes, beyond);
  if (enters === undefined || !multiInstance || multiInstance.output || own || !around) return undefined;
  const instance = firstInstance({ nodeId: node.id, multiInstance }, after, around, beyond);
  return instance && { enters, instance, after };
}

/** The node where a token begins that enters a sub-process; undefined if there is another one. */
export function onlyStartIn(id: string, { diagram }: Beyond): string | undefined {
  const [start, ...others] = (diagram.inScope.get(id) ?? []).filter(({ type }) => type === 'bpmn:StartEvent');
  return others.length === 0 ? start?.id : undefined;
}

function walkFlow(flow: FlowDefinition | undefined, after: RoundState): Walked | undefined {
  return flow && { takes: [flow], after };
}

/** A token leaves a node that does not choose. */
export function goOn(node: ActivityDefinition, after: RoundState, { model, diagram }: Setting): Walked | undefined {
  const takes = diagram.flowsFrom.get(node.id) ?? [];
  if (takes.length === 0) return { endsIn: node.parent.id, after };
  const isSure = ({ id, isDefault }: FlowDefinition) =>
    !model.conditions?.has(id) && (takes.length === 1 || !isDefault);
  return takes.every(isSure) ? { takes, after } : undefined;
}

/** A plain sub-process sees what is seen around it, a called process its own variables. */
function scopeOf({ parent }: ActivityDefinition, scopes: ScopesById, beyond: Setting): VariableScope | undefined {
  const known = scopes.get(parent.id);
  if (known) return known;
  const inside = beyond.diagram.activities.get(parent.id);
  if (inside && isEventSubProcess(inside)) return scopeOf(inside, scopes, beyond);
  const around = subProcessAround(parent.id, beyond);
  const own = around && beyond.model.subProcesses.get(around.id)?.own;
  if (!own) return around && scopeOf(around, scopes, beyond);
  const { initiatorVariable } = own;
  return { callId: callOf(around.id, beyond.diagram), initiatorVariable, iterations: {} };
}
