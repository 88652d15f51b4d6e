import type { FlowNode } from '../read/diagram.ts';
import { createSettle } from './settle-joins.ts';
import type { Freedom, Marking, Move, Place, TokenNet, Way } from './token-net.ts';
import { BudgetSpent, type WorkBudget } from './work-budget.ts';

/** Two tokens at one place, and the nodes from which they came. */
export interface Crowd {
  readonly place: Place;
  readonly first: FlowNode;
  readonly second: FlowNode;
}

/** A join that holds a token while no other token can move. */
export interface Stuck {
  readonly join: FlowNode;
  /** The nodes that were completed before, in order. */
  readonly trail: readonly FlowNode[];
}

/** The nodes that may be open when a terminate end event ends its scope. */
export interface Taken {
  readonly end: FlowNode;
  /** Activities and events. */
  readonly open: ReadonlySet<FlowNode>;
}

export interface Outcome {
  readonly crowds: readonly Crowd[];
  readonly stuck: readonly Stuck[];
  readonly taken: readonly Taken[];
  /** Whether all states were explored. */
  readonly complete: boolean;
}

export interface Game {
  readonly freedom: Freedom;
  readonly maxStates: number;
  readonly budget: WorkBudget;
}

interface State {
  readonly marking: Marking;
  /** The decision of conditions so far, in modes that allow only one. */
  readonly decided: string;
  readonly before?: State;
  readonly via: FlowNode;
}

/**
 * Explores the reachable states of a scope breadth-first, up to `maxStates` and the budget; returns what was found until
 * then. States with two tokens at one place are not explored further.
 */
export function playNet(net: TokenNet, game: Game): Outcome {
  const settle = createSettle(net, { freedom: game.freedom, budget: game.budget, onEnd: noteTaken });
  const seen = new Set<string>();
  const crowds = new Map<Place, Crowd>();
  const stuck = new Map<FlowNode, Stuck>();
  const taken = new Map<FlowNode, Set<FlowNode>>();
  let open: State[] = [];
  let complete = true;

  function go(before: State | undefined, marking: Marking, { via, ways }: Move): void {
    for (const way of ways) {
      const decided = decide(before?.decided ?? '', way, game);
      game.budget.spend(1 + way.to.length + marking.length);
      if (decided === undefined) continue;
      if (way.ends) {
        noteTaken(way.ends, marking);
        continue;
      }
      for (const settled of settle(putTokens(net, marking, way))) visit(settled, decided, before, via);
    }
  }

  function noteTaken(end: FlowNode, left: Marking): void {
    const nodes = taken.get(end) ?? new Set();
    taken.set(end, nodes);
    for (const index of left) {
      const place = net.places[index];
      for (const node of place?.flow ? [] : (place?.members ?? [])) nodes.add(node);
    }
  }

  function visit(
    { marking, decisions }: { readonly marking: Marking; readonly decisions: Way['decisions'] },
    decidedBefore: string,
    before: State | undefined,
    via: FlowNode,
  ): void {
    const decided = decide(decidedBefore, { decisions }, game);
    if (decided === undefined) return;
    const key = `${decided}|${marking}`;
    if (seen.has(key)) return;
    if (seen.size >= game.maxStates) throw new BudgetSpent();
    seen.add(key);
    const crowded = marking.filter((place, index) => marking[index - 1] === place);
    const state: State = { marking, decided, via, ...(before && { before }) };
    if (crowded.length === 0) open.push(state);
    for (const index of crowded) {
      const place = net.places[index];
      if (place && !crowds.has(place))
        crowds.set(place, { place, first: findFirst(index, before) ?? via, second: via });
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
        if (!isPlayed(move, game)) continue;
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
    if (!(error instanceof BudgetSpent)) throw error;
    complete = false;
  }
  return {
    crowds: [...crowds.values()],
    stuck: [...stuck.values()],
    taken: [...taken].map(([end, nodes]) => ({ end, open: nodes })),
    complete,
  };
}

function isPlayed({ kind }: Move, { freedom }: Game): boolean {
  return kind === 'complete' || freedom === 'all' || (freedom === 'events' && kind === 'interrupt');
}

/** Undefined if conditions would make more decisions than the mode allows. */
function decide(decided: string, { decisions }: Pick<Way, 'decisions'>, { freedom }: Game): string | undefined {
  if (freedom === 'all') return '';
  let made = decided;
  for (const [id, decision] of decisions) {
    const next = `${id}: ${decision}`;
    if (made !== '' && made !== next) return undefined;
    made = next;
  }
  return made;
}

function putTokens({ armed }: TokenNet, marking: Marking, { to }: Way): Marking {
  const events = to.flatMap((place) => armed.get(place) ?? []);
  return [...marking, ...to, ...events].sort((a, b) => a - b);
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
function findFirst(place: number, state: State | undefined): FlowNode | undefined {
  let at = state;
  while (at?.before?.marking.includes(place)) at = at.before;
  return at?.marking.includes(place) ? at.via : undefined;
}

function trailOf(state: State): readonly FlowNode[] {
  const trail: FlowNode[] = [];
  for (let at: State | undefined = state; at?.before !== undefined; at = at.before) trail.unshift(at.via);
  return trail;
}
