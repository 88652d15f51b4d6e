import type { GraphFlow, GraphNode, GraphScope } from '../../net/graph.ts';

/** Where a token waits: at an open activity or event, or on a flow into a join. */
export interface Place {
  readonly node: GraphNode;
  /** The flow into the join `node`, for a token that waits there. */
  readonly flow?: GraphFlow;
  /** Not a token: a boundary event of `node` that can still fire once. */
  readonly armed?: GraphNode;
  /** The nodes that can be open here: `node` and the rest of its chain, see `shortenChains`. */
  readonly members: readonly GraphNode[];
}

/** The places of all tokens by index, ascending; a place occurs once per token. */
export type Marking = readonly number[];

/** One outcome of a token that moves on: the places where it and its copies wait next, by index. */
export interface TokenPath {
  readonly to: readonly number[];
  /** The flows that conditions chose on this path, by the id of the deciding node. */
  readonly decisions: ReadonlyMap<string, string>;
  /** The end event that ends the scope, if the path leads to one. */
  readonly ends: GraphNode | undefined;
}

export interface NetMove {
  /** The activity that completes, or the event that fires. */
  readonly via: GraphNode;
  /** An interrupting boundary event consumes the token of its host; `beside` is a non-interrupting one. */
  readonly kind: 'complete' | 'interrupt' | 'beside';
  readonly paths: readonly TokenPath[];
}

export interface Join {
  readonly node: GraphNode;
  /** The place of each of its flows. */
  readonly inputs: readonly number[];
  readonly paths: readonly TokenPath[];
}

/**
 * Which choices are explored:
 * - `all`: conditions and events may have any outcome each time;
 * - `people`: any press; the conditions of one node always have the same outcome; no boundary events;
 * - `events`: like `people`, and boundary events may fire.
 *
 * In `people` and `events` only paths with at most one decision by conditions are explored.
 */
export type ExploreMode = 'all' | 'people' | 'events';

/** The Petri net of one scope; a sub-process in it is a single activity. */
export interface TokenNet {
  readonly scope: GraphScope;
  readonly places: readonly Place[];
  /** By index of the place. */
  readonly moves: readonly (readonly NetMove[])[];
  readonly joins: readonly Join[];
  /** Alternative starts of the scope. */
  readonly starts: readonly NetMove[];
  /** Boundary events that fire once for each token of their host, by the host's place. */
  readonly armed: ReadonlyMap<number, readonly number[]>;
}
