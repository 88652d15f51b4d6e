import type { GraphNode } from '../../net/graph.ts';
import { createFireJoins, putTokens } from './fire-joins.ts';
import type { ExploreMode, Marking, NetMove, Place, TokenNet, TokenPath } from './token-net.ts';
import { BudgetExceeded, type WorkBudget } from './work-budget.ts';

/** Two tokens at one place, and the nodes from which they came. */
export interface SecondToken {
  readonly place: Place;
  readonly first: GraphNode;
  readonly second: GraphNode;
}

/** A join that holds a token while no other token can move. */
export interface StuckJoin {
  readonly join: GraphNode;
  /** The nodes that were completed before, in order. */
  readonly trail: readonly GraphNode[];
}

/** The nodes that may be open when a terminate end event ends its scope. */
export interface EndedNodes {
  readonly end: GraphNode;
  /** Activities and events. */
  readonly open: ReadonlySet<GraphNode>;
}

export interface Exploration {
  readonly secondTokens: readonly SecondToken[];
  readonly stuck: readonly StuckJoin[];
  readonly ended: readonly EndedNodes[];
  /** Whether all states were explored. */
  readonly complete: boolean;
}

export interface ExploreOptions {
  readonly mode: ExploreMode;
  readonly maxStates: number;
  readonly budget: WorkBudget;
}

interface State {
  readonly marking: Marking;
  /** The decision of conditions so far, in modes that allow only one. */
  readonly decided: string;
  readonly before?: State;
  readonly via: GraphNode;
}

/**
 * Explores the reachable states of a scope breadth-first, up to `maxStates` and the budget; returns what was found until
 * then. States with two tokens at one place are not explored further.
 */
export function exploreStates(net: TokenNet, options: ExploreOptions): Exploration {
  const fireJoins = createFireJoins(net, { mode: options.mode, budget: options.budget, onEnd: noteEnded });
  const seen = new Set<string>();
  const secondTokens = new Map<Place, SecondToken>();
  const stuck = new Map<GraphNode, StuckJoin>();
  const ended = new Map<GraphNode, Set<GraphNode>>();
  let open: State[] = [];
  let complete = true;

  function go(before: State | undefined, marking: Marking, { via, paths }: NetMove): void {
    for (const path of paths) {
      const decided = decide(before?.decided ?? '', path, options);
      options.budget.spend(1 + path.to.length + marking.length);
      if (decided === undefined) continue;
      if (path.ends) {
        noteEnded(path.ends, marking);
        continue;
      }
      for (const fired of fireJoins(putTokens(net, marking, path))) visit(fired, decided, before, via);
    }
  }

  function noteEnded(end: GraphNode, left: Marking): void {
    const nodes = ended.get(end) ?? new Set();
    ended.set(end, nodes);
    for (const index of left) {
      const place = net.places[index];
      for (const node of place?.flow ? [] : (place?.members ?? [])) nodes.add(node);
    }
  }

  function visit(
    { marking, decisions }: { readonly marking: Marking; readonly decisions: TokenPath['decisions'] },
    decidedBefore: string,
    before: State | undefined,
    via: GraphNode,
  ): void {
    const decided = decide(decidedBefore, { decisions }, options);
    if (decided === undefined) return;
    const key = `${decided}|${marking}`;
    if (seen.has(key)) return;
    if (seen.size >= options.maxStates) throw new BudgetExceeded();
    seen.add(key);
    const doubled = marking.filter((place, index) => marking[index - 1] === place);
    const state: State = { marking, decided, via, ...(before && { before }) };
    if (doubled.length === 0) open.push(state);
    for (const index of doubled) {
      const place = net.places[index];
      if (place && !secondTokens.has(place))
        secondTokens.set(place, { place, first: findFirst(index, before) ?? via, second: via });
    }
    const held = marking.map((index) => net.places[index]);
    if (!held.every((place) => place?.flow)) return;
    for (const place of held) {
      if (place && !stuck.has(place.node)) stuck.set(place.node, { join: place.node, trail: trailOf(state) });
    }
  }

  function goOn(state: State): void {
    for (const place of new Set(state.marking)) {
      for (const move of net.moves[place] ?? []) {
        if (!isExplored(move, options)) continue;
        const left =
          move.kind === 'beside' && !net.places[place]?.armed ? state.marking : take(net, state.marking, place);
        go(state, left, move);
      }
    }
  }

  try {
    for (const start of net.starts) go(undefined, [], start);
    while (open.length > 0) {
      const states = open;
      open = [];
      for (const state of states) goOn(state);
    }
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    complete = false;
  }
  return {
    secondTokens: [...secondTokens.values()],
    stuck: [...stuck.values()],
    ended: [...ended].map(([end, nodes]) => ({ end, open: nodes })),
    complete,
  };
}

function isExplored({ kind }: NetMove, { mode }: ExploreOptions): boolean {
  return kind === 'complete' || mode !== 'people';
}

/** Undefined if conditions would make more decisions than the mode allows. */
function decide(
  decided: string,
  { decisions }: Pick<TokenPath, 'decisions'>,
  { mode }: ExploreOptions,
): string | undefined {
  if (mode === 'all') return '';
  let made = decided;
  for (const [id, decision] of decisions) {
    const next = `${id}: ${decision}`;
    if (made !== '' && made !== next) return undefined;
    made = next;
  }
  return made;
}

/** Removes one token from a place, with its armed boundary events. */
function take({ armed }: TokenNet, marking: Marking, place: number): Marking {
  const left = [...marking];
  for (const gone of [place, ...(armed.get(place) ?? [])]) {
    const at = left.indexOf(gone);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The node from which the earlier token of a place came. */
function findFirst(place: number, state: State | undefined): GraphNode | undefined {
  let at = state;
  while (at?.before?.marking.includes(place)) at = at.before;
  return at?.marking.includes(place) ? at.via : undefined;
}

function trailOf(state: State): readonly GraphNode[] {
  const trail: GraphNode[] = [];
  for (let at: State | undefined = state; at?.before !== undefined; at = at.before) trail.unshift(at.via);
  return trail;
}
