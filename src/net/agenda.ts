import type { GraphFlow, GraphNode } from './graph.ts';
import type { Marking } from './marking.ts';
import { NetError } from './net-error.ts';
import type { NetPorts } from './ports.ts';
import type { Id } from './state.ts';

/** What the parts of the machine work on. */
export interface NetRun {
  readonly marking: Marking;
  readonly ports: NetPorts;
  readonly agenda: Agenda;
  /** How deep calls may be nested. */
  readonly maxDepth: number;
  /** How many tokens may be in one node at once, without iterations. */
  readonly maxTokens: number;
}

/** One move that is still to be made. Between two moves, the marking is consistent. */
export type Move =
  /** A token comes into a scope: along a flow, or, behind an event or at a start, straight to a node. */
  | { readonly kind: 'arrive'; readonly scope: Id; readonly to: GraphFlow | GraphNode; readonly from: readonly Id[] }
  /** The next iteration begins of what this token has arrived at. */
  | { readonly kind: 'iterate'; readonly of: Id }
  /** All iterations of what this token has arrived at have begun; those that are complete by now are counted. */
  | { readonly kind: 'count'; readonly of: Id }
  /** What a token does in its node is complete. */
  | { readonly kind: 'finish'; readonly token: Id };

/** An event definition that is thrown, and the token that throws it. */
export interface Throw {
  readonly token: Id;
  /** In the order of delivery; empty: the token goes on. */
  readonly indexes: readonly number[];
}

/** What is left to do in the middle of a step, as plain JSON. */
export interface Unfinished {
  /** The next one is the last. */
  readonly moves: readonly UnfinishedMove[];
  readonly firing: readonly Firing[];
  readonly thrown: readonly Throw[];
}

/** `to`: the id of a flow or node. */
export type UnfinishedMove =
  | Exclude<Move, { readonly kind: 'arrive' }>
  | { readonly kind: 'arrive'; readonly scope: Id; readonly to: string; readonly from: readonly Id[] };

interface Firing {
  readonly key: string;
  readonly by: readonly Id[];
}

/**
 * What is left to do in a step. Moves are made depth first: what a token leads to comes before its siblings, as in a call
 * stack, which no loop can overflow here. Only when no move is left do events fire, one after the other; only when none of
 * these is left is what was thrown delivered. So nothing is decided in the middle of a move.
 */
export class Agenda {
  readonly maxMoves: number;
  readonly thrown: Throw[] = [];
  /** Moves are being made: what is called meanwhile adds its own, and leaves them to that. */
  isBusy = false;
  /** The token that came to a node last in this step. */
  latest: Id | undefined;
  /** The next one is the last. */
  readonly #moves: Move[] = [];
  readonly #firing: Firing[] = [];
  readonly #arrivingIn = new Map<Id, number>();
  readonly #counts = new Map<Id, number>();

  constructor(maxMoves: number) {
    this.maxMoves = maxMoves;
  }

  /** Adds moves before all others. @param moves the first one is made first */
  push(...moves: readonly Move[]): void {
    for (const move of moves.toReversed()) {
      this.#moves.push(move);
      if (move.kind === 'arrive') this.#count(move.scope, 1);
    }
  }

  next(): Move | undefined {
    const move = this.#moves.pop();
    if (move?.kind === 'arrive') this.#count(move.scope, -1);
    return move;
  }

  /** Whether tokens are still coming into a scope. */
  isComing(scope: Id): boolean {
    return (this.#arrivingIn.get(scope) ?? 0) > 0;
  }

  /** A scope ends: what is still coming into it is passed over when its turn comes, because the scope is gone by then. */
  drop(scope: Id): void {
    this.#arrivingIn.delete(scope);
  }

  /** Events fire one after the other, each after what the one before has led to. */
  pushFiring(keys: readonly string[], by: readonly Id[]): void {
    for (const key of keys) this.#firing.push({ key, by });
  }

  nextFiring(): Firing | undefined {
    return this.#firing.shift();
  }

  /**
   * Counts a move of a token. Each token has one more than the one that it comes from, back to what waited when the step
   * began; so a loop without a wait ends, however it is drawn. Iterations count from the activity that they belong to,
   * which does not count them.
   * @throws {NetError} `moves`
   */
  spend(token: Id, { id }: GraphNode, causes: readonly Id[]): void {
    const count = 1 + Math.max(0, ...causes.map((cause) => this.#counts.get(cause) ?? 0));
    if (count > this.maxMoves)
      throw new NetError(
        'moves',
        `A token has made more than ${this.maxMoves} moves without a wait, the last to ${id}.`,
        id,
      );
    this.#counts.set(token, count);
    this.latest = token;
  }

  /** Undefined: nothing. */
  get unfinished(): Unfinished | undefined {
    if (this.#moves.length + this.#firing.length + this.thrown.length === 0) return undefined;
    const moves = this.#moves.map((move) => (move.kind === 'arrive' ? { ...move, to: move.to.id } : move));
    return { moves, firing: [...this.#firing], thrown: [...this.thrown] };
  }

  /** Goes on with what another agenda has left to do; what a token has spent is not known any more. */
  resume({ moves, firing, thrown }: Unfinished, marking: Marking): void {
    for (const move of moves) {
      if (move.kind !== 'arrive') this.push(move);
      else if (marking.isAlive(move.scope)) {
        const { nodes, flows } = marking.graphAt(move.scope);
        const to = flows.get(move.to) ?? nodes.get(move.to);
        if (to) this.push({ ...move, to });
      }
    }
    this.#firing.push(...firing);
    this.thrown.push(...thrown);
  }

  #count(scope: Id, change: number): void {
    this.#arrivingIn.set(scope, (this.#arrivingIn.get(scope) ?? 0) + change);
  }
}
