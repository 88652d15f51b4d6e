import type { DrawnScope, Flow, FlowNode } from '../read/diagram.ts';

/** Where a token rests: at an activity or event that is open, or on a flow in front of a join. */
export interface Place {
  readonly node: FlowNode;
  /** Of a token in front of the join `node`. */
  readonly flow?: Flow;
  /** No token: a boundary event of `node` that can fire once more. */
  readonly armed?: FlowNode;
  /** What can be open here: `node`, and what follows it as its only way on and with no other way to it. */
  readonly members: readonly FlowNode[];
}

/** Tokens by index of their place, ascending; a place stands in it once for each. */
export type Marking = readonly number[];

/** One outcome of a token that goes on: the places it and its copies come to rest at, by index. */
export interface Way {
  readonly to: readonly number[];
  /** The flows that conditions took on this way, by the node that tests them. */
  readonly decisions: ReadonlyMap<string, string>;
  /** The end event that ends everything else in the scope. */
  readonly ends: FlowNode | undefined;
}

export interface Move {
  /** What completes or fires. */
  readonly via: FlowNode;
  /** A boundary event that interrupts takes the token too; one beside its host leaves it. */
  readonly kind: 'complete' | 'interrupt' | 'beside';
  readonly ways: readonly Way[];
}

export interface Join {
  readonly node: FlowNode;
  /** The place of each of its flows. */
  readonly inputs: readonly number[];
  readonly ways: readonly Way[];
}

/**
 * Every condition and event goes any way, each time anew; or: people press what they like, conditions of one node are
 * tested and always come out the same, and no event interferes; or: as that, but events may interrupt what they hang on. In
 * the last two no way is of use that tests more than one.
 */
export type Freedom = 'all' | 'people' | 'events';

/** What tokens do in one scope; a sub-process in it is one activity. */
export interface TokenNet {
  readonly scope: DrawnScope;
  readonly places: readonly Place[];
  /** By index of the place. */
  readonly moves: readonly (readonly Move[])[];
  readonly joins: readonly Join[];
  /** Each sets off the scope by itself. */
  readonly starts: readonly Move[];
  /** Boundary events that fire once for each token of their host, by the host's place. */
  readonly armed: ReadonlyMap<number, readonly number[]>;
}
