import type { ActivityDefinition, FlowDefinition } from '../engine/copies/copy-source.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';

/** Where a token is: the id of a node, or `>` and the id of a flow into a join that waits for others. */
export type TokenPlace = string;

/** The place of a token that waits in front of a join. */
export function placeBeforeJoin(flowId: string): TokenPlace {
  return `>${flowId}`;
}

/** States after which the search ends; an ordinary process has a few hundred. */
const MAX_STATES = 20_000;

/** With more flows, an inclusive split is searched only with each flow alone and with all of them. */
const MAX_SUBSET_FLOWS = 5;

interface Behaviour {
  readonly cancelActivity?: boolean;
  readonly conditionExpression?: object;
}

type Marking = readonly TokenPlace[];

/**
 * Whether the tokens of a scope can be at exactly these places at some time, whatever conditions, people and events decide:
 * where they cannot, a join would wait forever or what follows it would run twice. Sub-processes are single nodes.
 * @returns undefined if the search was ended before all states were seen
 */
export function canHoldTokens(
  graph: DiagramGraph,
  scopeId: string,
  places: readonly TokenPlace[],
): boolean | undefined {
  const wanted = places.toSorted();
  const wantedKey = keyOf(wanted);
  const limits = new Map<TokenPlace, number>();
  for (const place of wanted) limits.set(place, (limits.get(place) ?? 0) + 1);
  const seen = new Set<string>();
  const open: Marking[] = [];

  function visit(marking: Marking): boolean {
    const sorted = marking.toSorted();
    // Events that do not interrupt could fire without end: no more tokens are looked at than the instance has.
    if (sorted.some((place) => count(sorted, place) > Math.max(1, limits.get(place) ?? 0))) return false;
    const key = keyOf(sorted);
    if (seen.has(key)) return false;
    seen.add(key);
    open.push(sorted);
    return key === wantedKey;
  }

  if (startsOf(graph, scopeId).some(visit)) return true;
  for (let marking = open.pop(); marking !== undefined; marking = open.pop()) {
    if (seen.size > MAX_STATES) return undefined;
    if (movesOf(graph, marking).some(visit)) return true;
  }
  return false;
}

function keyOf(sorted: Marking): string {
  return sorted.join(' ');
}

function count(marking: Marking, place: TokenPlace): number {
  return marking.filter((each) => each === place).length;
}

function without(marking: Marking, gone: readonly TokenPlace[]): Marking {
  const left = [...marking];
  for (const place of gone) left.splice(left.indexOf(place), 1);
  return left;
}

/** Only one start event starts an instance; without one, every node without an incoming flow starts. */
function startsOf(graph: DiagramGraph, scopeId: string): readonly Marking[] {
  const first = (graph.inScope.get(scopeId) ?? []).filter(
    ({ id, behaviour }) => !graph.flowsTo.has(id) && !behaviour.attachedTo && !behaviour.triggeredByEvent,
  );
  const events = first.filter(({ type }) => type === 'bpmn:StartEvent');
  return events.length > 0 ? events.map(({ id }) => [id]) : [first.map(({ id }) => id)];
}

function movesOf(graph: DiagramGraph, marking: Marking): readonly Marking[] {
  const moves: Marking[] = [];
  const joins = new Set<string>();
  for (const place of new Set(marking)) {
    if (place.startsWith('>')) {
      const flow = flowAt(graph, place);
      if (flow) joins.add(flow.targetId);
      continue;
    }
    const activity = graph.activities.get(place);
    if (activity === undefined) continue;
    if (endsScope(activity)) moves.push([]);
    else for (const out of leave(graph, activity)) moves.push([...without(marking, [place]), ...out]);
    for (const event of graph.boundaryEvents.get(place) ?? []) {
      const isInterrupting = (event.behaviour as Behaviour).cancelActivity !== false;
      moves.push([...(isInterrupting ? without(marking, [place]) : marking), event.id]);
    }
  }
  for (const joinId of joins) {
    const inputs = (graph.flowsTo.get(joinId) ?? []).map(({ id }) => placeBeforeJoin(id));
    const filled = inputs.filter((place) => marking.includes(place));
    const isParallel = graph.activities.get(joinId)?.type === 'bpmn:ParallelGateway';
    // An inclusive join may fire with fewer: which tokens can still come is decided while it runs.
    if (!isParallel || filled.length === inputs.length) moves.push([...without(marking, filled), joinId]);
  }
  return moves;
}

function flowAt(graph: DiagramGraph, place: TokenPlace): FlowDefinition | undefined {
  const flowId = place.slice(1);
  for (const flows of graph.flowsFrom.values()) {
    const flow = flows.find(({ id }) => id === flowId);
    if (flow) return flow;
  }
  return undefined;
}

/** The places that tokens come to when a node is left, for each way in which it can be left. */
function leave(graph: DiagramGraph, { id, type }: ActivityDefinition): readonly Marking[] {
  const flows = graph.flowsFrom.get(id) ?? [];
  const places = flows.map((flow) => arrive(graph, flow));
  if (places.length === 0) return [[]];
  const choosesOne = type === 'bpmn:ExclusiveGateway' || type === 'bpmn:EventBasedGateway';
  if (choosesOne) return places.map((place) => [place]);
  const isConditional = flows.some((flow) => (flow as { behaviour?: Behaviour }).behaviour?.conditionExpression);
  if (type !== 'bpmn:InclusiveGateway' && !isConditional) return [places];
  return places.length > MAX_SUBSET_FLOWS ? [...places.map((place) => [place]), places] : subsetsOf(places);
}

function arrive(graph: DiagramGraph, { id, targetId }: FlowDefinition): TokenPlace {
  return isJoin(graph, targetId) ? placeBeforeJoin(id) : targetId;
}

function isJoin(graph: DiagramGraph, nodeId: string): boolean {
  const type = graph.activities.get(nodeId)?.type;
  const joins = type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway';
  return joins && (graph.flowsTo.get(nodeId) ?? []).length > 1;
}

function subsetsOf(places: Marking): readonly Marking[] {
  const all = places.reduce<Marking[]>(
    (subsets, place) => [...subsets, ...subsets.map((each) => [...each, place])],
    [[]],
  );
  return all.filter((subset) => subset.length > 0);
}

function endsScope({ behaviour }: ActivityDefinition): boolean {
  return behaviour.eventDefinitions?.some(({ type }) => type === 'bpmn:TerminateEventDefinition') ?? false;
}
