import { type Graph, type GraphFlow, type GraphNode, isJoin, startsOf } from '../../net/graph.ts';

/** Where a token is: the id of a node, or `>` and the id of a flow into a join that waits for others. */
export type TokenPlace = string;

const BEFORE_JOIN = '>';

/** The place of a token that waits in front of a join. */
export function placeBeforeJoin(flowId: string): TokenPlace {
  return `${BEFORE_JOIN}${flowId}`;
}

/** States after which the search ends; an ordinary process has a few hundred. */
const MAX_STATES = 20_000;

/** With more flows, an inclusive split is searched only with each flow alone and with all of them. */
const MAX_SUBSET_FLOWS = 5;

type Marking = readonly TokenPlace[];

/**
 * Whether the tokens of a scope can be at exactly these places at some time, whatever conditions, people and events decide:
 * where they cannot, a join would wait forever or what follows it would run twice. Sub-processes are single nodes.
 * @returns undefined if the search was ended before all states were seen
 */
export function canHoldTokens(graph: Graph, scopeId: string, places: readonly TokenPlace[]): boolean | undefined {
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

function createNet(graph: Graph, scopeId: string): Net {
  const { nodes, flows } = graph;
  const reached = new Map<TokenPlace, ReadonlySet<TokenPlace>>();
  const flowAt = (place: TokenPlace) => (place.startsWith(BEFORE_JOIN) ? flows.get(place.slice(1)) : undefined);

  function nextOf(place: TokenPlace): readonly TokenPlace[] {
    const flow = flowAt(place);
    if (flow) return [flow.target.id];
    const { outgoing = [], boundaries = [] } = nodes.get(place) ?? {};
    return [...outgoing.map(arrive), ...boundaries.map(({ id }) => id)];
  }

  function movesOf(marking: Marking): readonly Marking[] {
    const moves: Marking[] = [];
    const joins = new Set<GraphNode>();
    for (const place of new Set(marking)) {
      const join = flowAt(place)?.target;
      if (join) joins.add(join);
      const node = nodes.get(place);
      if (node === undefined) continue;
      if (node.events.some(({ kind }) => kind === 'terminate')) moves.push([]);
      else for (const out of leave(node)) moves.push([...without(marking, [place]), ...out]);
      for (const { id, nonInterrupting } of node.boundaries)
        moves.push([...(nonInterrupting ? marking : without(marking, [place])), id]);
    }
    for (const join of joins) {
      const filled = join.incoming.map(({ id }) => placeBeforeJoin(id)).filter((place) => marking.includes(place));
      // An inclusive join may fire with fewer: which tokens can still come is decided while it runs.
      if (join.kind === 'inclusive' || filled.length === join.incoming.length)
        moves.push([...without(marking, filled), join.id]);
    }
    return moves;
  }

  return {
    starts: startMarkings(graph, scopeId),
    moves: movesOf,
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
function startMarkings(graph: Graph, scopeId: string): readonly Marking[] {
  const first = startsOf(scopeId === graph.process.id ? graph.process : (graph.nodes.get(scopeId)?.content ?? NOTHING));
  return first.every(({ kind }) => kind === 'start') ? first.map(({ id }) => [id]) : [first.map(({ id }) => id)];
}

const NOTHING = { nodes: [] };

/** The places that tokens come to when a node is left, for each way in which it can be left. */
function leave({ kind, outgoing }: GraphNode): readonly Marking[] {
  const places = outgoing.map(arrive);
  if (places.length === 0) return [[]];
  if (kind === 'exclusive' || kind === 'event-based') return places.map((place) => [place]);
  if (kind !== 'inclusive' && !outgoing.some(({ isConditional }) => isConditional)) return [places];
  return places.length > MAX_SUBSET_FLOWS ? [...places.map((place) => [place]), places] : subsetsOf(places);
}

function arrive({ id, target }: GraphFlow): TokenPlace {
  return isJoin(target) ? placeBeforeJoin(id) : target.id;
}

function subsetsOf(places: Marking): readonly Marking[] {
  const sizes = 2 ** places.length;
  return Array.from({ length: sizes - 1 }, (_, index) =>
    places.filter((_place, bit) => ((index + 1) >> bit) % 2 === 1),
  );
}
