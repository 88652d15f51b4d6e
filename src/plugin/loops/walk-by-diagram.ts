import type { EventNode, EventTrigger } from '../../model/nodes/event-node.ts';
import { catches } from '../at-rest/catches.ts';
import type { ActivityDefinition, FlowDefinition } from '../engine/copies/copy-source.ts';
import { armTimer } from '../outcome/timer-due.ts';
import type { VariableScope } from '../variables/called-variables.ts';
import { passVariables, scopeIn, withVariables } from '../variables/called-variables.ts';
import { computeVariables } from '../variables/compute-variables.ts';
import { decideCondition } from '../variables/decide-condition.ts';
import type { Beyond } from './beyond.ts';
import { callOf } from './name-calls.ts';
import type { RoundState } from './path-entry.ts';
import { walkMultiInstance } from './walk-multi-instance.ts';

/** What a token does from behind the entry of a node to that of another one. */
export interface WalkedLeg {
  readonly to: string;
  /** The nodes in between, if there are any. */
  readonly through?: readonly string[];
  /** The sequence flow; absent where there is none, and in what one token did, which comes to no join. */
  readonly by?: string;
  readonly after: RoundState;
}

/** What happened to a token that leaves its node. */
export type Walked = WalkedLeg | EndedToken;

/** A token that has ended. */
interface EndedToken {
  /** Id of the process or sub-process. */
  readonly endsIn: string;
  readonly after: RoundState;
}

/** What expressions see, by the id of the process or sub-process in which they are. */
export type ScopesById = ReadonlyMap<string, VariableScope>;

const TASK_TYPES: ReadonlySet<string> = new Set([
  ...['bpmn:Task', 'bpmn:ManualTask', 'bpmn:ScriptTask', 'bpmn:ServiceTask'],
]);

/**
 * Walks as the diagram has it: behind gateways that take one flow, tasks that set variables at once or do nothing, timers
 * that take no time, into sub-processes and calls, and from what is thrown to behind the boundary events that catch it. What
 * the token enters must have no other token in it, and nothing must be waiting to happen.
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
  if (event?.role.kind === 'catch') return walkTimer(event, before, scopes, beyond);
  if (event && isUnheard(event, beyond)) return goOn(node, before, beyond);
  if (event) return walkFlow(flowOfCatcher(event, node.parent.id, beyond), before);
  if (!isPlain(node, beyond)) return undefined;
  if (TASK_TYPES.has(node.type)) return walkTask(node, before, scopes, beyond);
  if (isRepeated(node)) return undefined;
  switch (node.type) {
    case 'bpmn:ExclusiveGateway':
      return walkFlow(chooseFlow(node, before, scopes, beyond), before);
    case 'bpmn:InclusiveGateway':
      return walkFlow(onlyTaken(node, before, scopes, beyond), before);
    case 'bpmn:SubProcess':
      return walkInto(node, before, beyond);
    case 'bpmn:StartEvent':
    case 'bpmn:EndEvent':
      return goOn(node, before, beyond);
    default:
      return undefined;
  }
}

function walkTask(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
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

/** The flow that an inclusive gateway takes; undefined if it takes several. */
function onlyTaken(...given: Parameters<typeof conditionsOf>): FlowDefinition | undefined {
  const [{ id }, , , { diagram }] = given;
  const isTaken = conditionsOf(...given);
  const flows = diagram.flowsFrom.get(id) ?? [];
  const [taken, ...others] = isTaken ? flows.filter(isTaken) : [];
  if (!isTaken || others.length > 0) return undefined;
  return taken ?? flows.find(({ isDefault }) => isDefault);
}

/** What decides whether a flow is taken that is not the default one; undefined if more than conditions do. */
function conditionsOf(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
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

/** Behind a timer that is due at once. Others would go before one that was due earlier. */
function walkTimer(
  { nodeId, trigger, also }: EventNode,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): Walked | undefined {
  const { diagram, context } = beyond;
  const node = diagram.activities.get(nodeId);
  const scope = node && scopeOf(node, scopes, beyond);
  if (!scope || trigger.kind !== 'timer' || also) return undefined;
  const { now, timeZone } = context;
  const seen = scopeIn(scope, before.all, context);
  const { dueAt, left } = armTimer(trigger, nodeId, seen, { from: now, timeZone });
  return dueAt === now && left === null ? goOn(node, before, beyond) : undefined;
}

function walkInto({ id }: ActivityDefinition, before: RoundState, { diagram }: Beyond): Walked | undefined {
  const [start, ...others] = (diagram.inScope.get(id) ?? []).filter(({ type }) => type === 'bpmn:StartEvent');
  return start && others.length === 0 ? { to: start.id, after: before } : undefined;
}

function walkFlow(flow: FlowDefinition | undefined, after: RoundState): Walked | undefined {
  return flow && { to: flow.targetId, by: flow.id, after };
}

/** A token leaves a node that does not choose. */
export function goOn(node: ActivityDefinition, after: RoundState, beyond: Beyond): Walked | undefined {
  const isLast = (beyond.diagram.flowsFrom.get(node.id) ?? []).length === 0;
  return isLast ? { endsIn: node.parent.id, after } : walkFlow(onlyFlow(node, beyond), after);
}

/** By which that is. */
function onlyFlow({ id }: ActivityDefinition, { model, diagram }: Beyond): FlowDefinition | undefined {
  const [flow, ...others] = diagram.flowsFrom.get(id) ?? [];
  return flow && others.length === 0 && !model.conditions?.has(flow.id) ? flow : undefined;
}

/** By which a token goes on when an error or escalation that it throws in a scope interrupts a sub-process around it. */
function flowOfCatcher(
  { role, trigger, also }: EventNode,
  scopeId: string,
  beyond: Beyond,
): FlowDefinition | undefined {
  if (role.kind !== 'throw' || also || (trigger.kind !== 'error' && trigger.kind !== 'escalation')) return undefined;
  const { activities } = beyond.diagram;
  const catchers = [...beyond.model.events.values()].filter(({ also: others = [], ...event }) =>
    [event.trigger, ...others].some((each) => catches({ ...event, trigger: each }, trigger)),
  );
  let around = activities.get(scopeId);
  while (around && passesOn(around, beyond) && !isOfCall(around, beyond)) {
    const { id } = around;
    const [catcher, ...others] = catchers.filter((event) => subProcessLeftBy(event, beyond) === id);
    if (catcher) return others.length === 0 ? flowOfBoundary(catcher, beyond) : undefined;
    around = activities.get(around.parent.id);
  }
  return undefined;
}

/** Whether nothing in the model may go on by what an event throws; other instances and the center do not matter. */
function isUnheard({ role, trigger, also }: EventNode, { model }: Beyond): boolean {
  const kinds = CATCHING_KINDS.get(trigger.kind);
  if (role.kind !== 'throw' || also || !kinds) return false;
  return ![...model.events.values()].some(({ role: other, trigger: first, also: more = [] }) =>
    [first, ...more].some(({ kind }) => other.kind !== 'throw' && kinds.includes(kind)),
  );
}

/** By what they are caught. */
const CATCHING_KINDS: ReadonlyMap<EventTrigger['kind'], readonly EventTrigger['kind'][]> = new Map([
  ['signal', ['signal']],
  ['escalation', ['escalation']],
  ['message', ['message', 'receive']],
]);

/** The sub-process that what an event catches leaves: its host, or the one with its event sub-process. */
function subProcessLeftBy({ role }: EventNode, { diagram }: Beyond): string | undefined {
  if (role.kind === 'boundary') return role.attachedTo;
  return role.kind === 'start' ? diagram.activities.get(role.scopeId)?.parent.id : undefined;
}

function flowOfBoundary({ nodeId, role, trigger, also }: EventNode, beyond: Beyond): FlowDefinition | undefined {
  const node = beyond.diagram.activities.get(nodeId);
  const setsNothing = !('codeVariable' in trigger) || trigger.codeVariable === undefined;
  const isInterrupting = role.kind === 'boundary' && role.interrupting;
  return node && setsNothing && isInterrupting && !also ? onlyFlow(node, beyond) : undefined;
}

/** Whether a change of variables may set something off. */
function listensToVariables({ model }: Beyond): boolean {
  return [...model.events.values()].some(({ trigger, also = [] }) =>
    [trigger, ...also].some(({ kind }) => kind === 'condition'),
  );
}

/** Whether a timer runs while a token is in a sub-process. */
export function listensForTime(beyond: Beyond, subProcessId: string): boolean {
  return [...beyond.model.events.values()].some((event) => {
    const triggers = [event.trigger, ...(event.also ?? [])];
    return subProcessLeftBy(event, beyond) === subProcessId && triggers.some(({ kind }) => kind === 'timer');
  });
}

/** Whether there is nothing of its own at which a token would stay, or which would do something else with it. */
export function passesOn(node: ActivityDefinition, beyond: Beyond): boolean {
  return isPlain(node, beyond) && !isRepeated(node);
}

/** The same of one time that a node is done. */
function isPlain({ id, behaviour }: ActivityDefinition, { model }: Beyond): boolean {
  const { events, userTasks, services } = model;
  return (
    behaviour.triggeredByEvent !== true &&
    // A terminate end is no event of the model.
    (behaviour.eventDefinitions ?? []).length === 0 &&
    !events.has(id) &&
    !userTasks.has(id) &&
    services.get(id)?.conditions === undefined
  );
}

function isRepeated({ behaviour }: ActivityDefinition): boolean {
  return behaviour.loopCharacteristics !== undefined;
}

/** The sub-process in which a node is, if nothing but an end of its tokens ends it. */
export function subProcessAround(id: string, beyond: Beyond): ActivityDefinition | undefined {
  const around = beyond.diagram.activities.get(id);
  return around && passesOn(around, beyond) ? around : undefined;
}

/** A plain sub-process sees what is seen around it, a called process its own variables. */
function scopeOf({ parent }: ActivityDefinition, scopes: ScopesById, beyond: Beyond): VariableScope | undefined {
  const known = scopes.get(parent.id);
  if (known) return known;
  const around = subProcessAround(parent.id, beyond);
  const own = around && beyond.model.subProcesses.get(around.id)?.own;
  if (!own) return around && scopeOf(around, scopes, beyond);
  const { initiatorVariable } = own;
  return { callId: callOf(around.id, beyond.diagram), initiatorVariable, iterations: {} };
}

function isOfCall({ id }: ActivityDefinition, { model }: Beyond): boolean {
  return model.subProcesses.get(id)?.own !== undefined;
}
