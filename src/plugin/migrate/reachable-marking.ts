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
  const net = createNet(graph, scopeId);
  const seen = new Set<string>();
  /** By how many of the places they hold already: the most promising states come first. */
  const open: Marking[][] = Array.from({ length: limits.size + 1 }, () => []);

  function visit(marking: Marking): boolean {
    const sorted = marking.toSorted();
    // Events that do not interrupt could fire without end: no more tokens are looked at than the instance has.
    if (sorted.some((place) => count(sorted, place) > Math.max(1, limits.get(place) ?? 0))) return false;
    const key = keyOf(sorted);
    if (seen.has(key)) return false;
    seen.add(key);
    if (key === wantedKey) return true;
    const canStill = [...limits.keys()].every((place) => sorted.some((from) => net.reach(from).has(place)));
    const held = [...limits.keys()].filter((place) => sorted.includes(place)).length;
    if (canStill) open[held]?.push(sorted);
    return false;
  }

  if (net.starts.some(visit)) return true;
  for (;;) {
    const marking = open.findLast((markings) => markings.length > 0)?.pop();
    if (marking === undefined) return false;
    if (seen.size > MAX_STATES) return undefined;
    if (net.moves(marking).some(visit)) return true;
  }
}

interface Net {
  readonly starts: readonly Marking[];
  moves(marking: Marking): readonly Marking[];
  /** The places that a token at this one can come to, itself among them. */
  reach(place: TokenPlace): ReadonlySet<TokenPlace>;
}

function createNet(graph: DiagramGraph, scopeId: string): Net {
  const targets = new Map<TokenPlace, string>();
  for (const flow of graph.flowsInScope.get(scopeId) ?? []) targets.set(placeBeforeJoin(flow.id), flow.targetId);
  const reached = new Map<TokenPlace, ReadonlySet<TokenPlace>>();

  function nextOf(place: TokenPlace): readonly TokenPlace[] {
    const joinId = targets.get(place);
    if (joinId !== undefined) return [joinId];
    const events = (graph.boundaryEvents.get(place) ?? []).map(({ id }) => id);
    return [...(graph.flowsFrom.get(place) ?? []).map((flow) => arrive(graph, flow)), ...events];
  }

  return {
    starts: startsOf(graph, scopeId),
    moves: (marking) => movesOf(graph, marking, targets),
    reach(place) {
      const known = reached.get(place);
      if (known) return known;
      const all = new Set([place]);
      for (const each of all) for (const next of nextOf(each)) all.add(next);
      reached.set(place, all);
      return all;
    },
  };
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

function movesOf(graph: DiagramGraph, marking: Marking, targets: ReadonlyMap<TokenPlace, string>): readonly Marking[] {
  const moves: Marking[] = [];
  const joins = new Set<string>();
  for (const place of new Set(marking)) {
    const joinId = targets.get(place);
    if (joinId !== undefined) {
      joins.add(joinId);
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
  const sizes = 2 ** places.length;
  return Array.from({ length: sizes - 1 }, (_, index) =>
    places.filter((_place, bit) => ((index + 1) >> bit) % 2 === 1),
  );
}

function endsScope({ behaviour }: ActivityDefinition): boolean {
  return behaviour.eventDefinitions?.some(({ type }) => type === 'bpmn:TerminateEventDefinition') ?? false;
}
