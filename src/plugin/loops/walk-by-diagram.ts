import type { EventNode } from '../../model/nodes/event-node.ts';
import { catches } from '../at-rest/catches.ts';
import type { ActivityDefinition, FlowDefinition } from '../engine/copies/copy-source.ts';
import { armTimer } from '../outcome/timer-due.ts';
import type { VariableScope } from '../variables/called-variables.ts';
import { scopeIn, withVariables } from '../variables/called-variables.ts';
import { computeVariables } from '../variables/compute-variables.ts';
import { decideCondition } from '../variables/decide-condition.ts';
import type { Beyond } from './beyond.ts';
import type { RoundState } from './path-entry.ts';

/** What a token does from behind the entry of a node to that of the next one. */
export interface WalkedLeg {
  readonly to: string;
  /** The sequence flow; absent where there is none, and in what one token did, which comes to no join. */
  readonly by?: string;
  readonly after: RoundState;
}

/** What expressions see, by the id of the process or sub-process in which they are. */
export type ScopesById = ReadonlyMap<string, VariableScope>;

const TASK_TYPES: ReadonlySet<string> = new Set([
  ...['bpmn:Task', 'bpmn:ManualTask', 'bpmn:ScriptTask', 'bpmn:ServiceTask'],
]);

/**
 * Walks as the diagram has it: behind exclusive gateways, tasks that set variables at once or do nothing, into and out of
 * sub-processes, and from errors and escalations to behind the boundary events that catch them. What the token enters or
 * leaves must have no other token in it, and nothing must be waiting to happen.
 * @returns undefined behind any other node, and behind those at which something else may happen
 */
export function walkByDiagram(
  nodeId: string,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): WalkedLeg | undefined {
  const node = beyond.diagram.activities.get(nodeId);
  if (!node || listensToVariables(beyond)) return undefined;
  const event = beyond.model.events.get(nodeId);
  if (event?.role.kind === 'catch') return walkTimer(event, before, scopes, beyond);
  if (event) return walkFlow(flowOfCatcher(event, node.parent.id, beyond), before);
  if (!passesOn(node, beyond)) return undefined;
  if (TASK_TYPES.has(node.type)) return walkTask(node, before, scopes, beyond);
  switch (node.type) {
    case 'bpmn:ExclusiveGateway':
      return walkChoice(node, before, scopes, beyond);
    case 'bpmn:StartEvent':
      return walkFlow(onlyFlow(node, beyond), before);
    case 'bpmn:SubProcess':
      return walkInto(node, before, beyond);
    case 'bpmn:EndEvent': {
      const around = subProcessOf(node, beyond);
      return around && walkFlow(onlyFlow(around, beyond), before);
    }
    default:
      return undefined;
  }
}

function walkTask(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): WalkedLeg | undefined {
  const flow = onlyFlow(node, beyond);
  const service = beyond.model.services.get(node.id);
  if (!service) return walkFlow(flow, before);
  const scope = scopeOf(node, scopes, beyond);
  const values = scope && computeVariables(service, scopeIn(scope, before.all, beyond.context));
  return values && walkFlow(flow, { ...before, all: withVariables(before.all, scope.callId, values) });
}

function walkChoice(
  node: ActivityDefinition,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): WalkedLeg | undefined {
  const { conditions, routedGateways } = beyond.model;
  const scope = scopeOf(node, scopes, beyond);
  if (!scope || !conditions || routedGateways.has(node.id)) return undefined;
  const seen = scopeIn(scope, before.all, beyond.context);
  const flows = beyond.diagram.flowsFrom.get(node.id) ?? [];
  const isTaken = ({ id, isDefault }: FlowDefinition) => {
    const condition = conditions.get(id);
    return !isDefault && (!condition || decideCondition(condition, seen, 'condition'));
  };
  return walkFlow(flows.find(isTaken) ?? flows.find(({ isDefault }) => isDefault), before);
}

/** Behind a timer that is due at once. Others would go before one that was due earlier. */
function walkTimer(
  { nodeId, trigger, also }: EventNode,
  before: RoundState,
  scopes: ScopesById,
  beyond: Beyond,
): WalkedLeg | undefined {
  const { diagram, context } = beyond;
  const node = diagram.activities.get(nodeId);
  const scope = node && scopeOf(node, scopes, beyond);
  if (!scope || trigger.kind !== 'timer' || also) return undefined;
  const { now, timeZone } = context;
  const seen = scopeIn(scope, before.all, context);
  const { dueAt, left } = armTimer(trigger, nodeId, seen, { from: now, timeZone });
  return dueAt === now && left === null ? walkFlow(onlyFlow(node, beyond), before) : undefined;
}

function walkInto({ id }: ActivityDefinition, before: RoundState, { diagram }: Beyond): WalkedLeg | undefined {
  const [start, ...others] = (diagram.inScope.get(id) ?? []).filter(({ type }) => type === 'bpmn:StartEvent');
  return start && others.length === 0 ? { to: start.id, after: before } : undefined;
}

function walkFlow(flow: FlowDefinition | undefined, after: RoundState): WalkedLeg | undefined {
  return flow && { to: flow.targetId, by: flow.id, after };
}

/** By which a token leaves a node that does not choose. */
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
  while (around && passesOn(around, beyond)) {
    const { id } = around;
    const [catcher, ...others] = catchers.filter((event) => subProcessLeftBy(event, beyond) === id);
    if (catcher) return others.length === 0 ? flowOfBoundary(catcher, beyond) : undefined;
    around = activities.get(around.parent.id);
  }
  return undefined;
}

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
export function passesOn({ id, behaviour }: ActivityDefinition, { model }: Beyond): boolean {
  const { events, userTasks, subProcesses, services } = model;
  const service = services.get(id);
  return (
    behaviour.loopCharacteristics === undefined &&
    behaviour.triggeredByEvent !== true &&
    // A terminate end is no event of the model.
    (behaviour.eventDefinitions ?? []).length === 0 &&
    !events.has(id) &&
    !userTasks.has(id) &&
    subProcesses.get(id)?.own === undefined &&
    (service === undefined || (service.passes === undefined && service.conditions === undefined))
  );
}

/** The plain sub-process in which a node is. */
function subProcessOf({ parent }: ActivityDefinition, beyond: Beyond): ActivityDefinition | undefined {
  const around = beyond.diagram.activities.get(parent.id);
  return around && passesOn(around, beyond) ? around : undefined;
}

/** A plain sub-process sees what is seen around it. */
function scopeOf(node: ActivityDefinition, scopes: ScopesById, beyond: Beyond): VariableScope | undefined {
  const known = scopes.get(node.parent.id);
  if (known) return known;
  const around = subProcessOf(node, beyond);
  return around && scopeOf(around, scopes, beyond);
}
