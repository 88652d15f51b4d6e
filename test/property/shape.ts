/** The tree of a random process: blocks of parts, and parts that hold blocks in their branches. */
import type { Counter, Language, PassingType, Rule, ServiceType } from './graph.ts';

export type Block = readonly Part[];

export interface Branch {
  readonly block: Block;
  /** Leads to an end event of its own. */
  readonly ends: boolean;
}

export type Part =
  | { readonly kind: 'task' }
  | { readonly kind: 'pass'; readonly element: PassingType }
  | { readonly kind: 'service'; readonly element: ServiceType }
  | { readonly kind: 'services'; readonly element: ServiceType; readonly loop: Signing }
  | { readonly kind: 'sign'; readonly loop: Signing }
  | Vote
  | Choice
  | Rework
  | Parallel
  | Inclusive;

export type PartKind = Part['kind'];

/** Who acts in a multi-instance activity, and when it is over. */
export interface Signing {
  readonly sequential: boolean;
  readonly over: 'list' | 'number' | 'variable';
  readonly people: readonly string[];
  readonly completion?: SigningRule;
}

export type SigningRule =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'counter'; readonly counter: Counter; readonly language: Language }
  | { readonly kind: 'flag' };

/** A countersign whose signers vote, with a gateway behind it. */
export interface Vote {
  readonly kind: 'vote';
  readonly loop: Signing;
  /** Two: approve, reject. */
  readonly branches: readonly [Branch, Branch];
  readonly merge: boolean;
}

/** What decides at an exclusive gateway with several ways on. */
export type Routing = 'button' | 'flag' | 'text' | 'conditions';

export interface Choice {
  readonly kind: 'choice';
  readonly by: Routing;
  /** Whether one of the flows is the default. Nothing for buttons. */
  readonly fallback: boolean;
  readonly language: Language;
  /** Has a task of its own right before the gateway; always so for buttons. */
  readonly lead: boolean;
  readonly branches: readonly Branch[];
  /** Branches come together in a gateway, not in the next node. */
  readonly merge: boolean;
}

/** A body that a decision at its end may send back to a node of it. */
export interface Rework {
  readonly kind: 'rework';
  readonly body: Block;
  readonly by: Routing | 'votes';
  readonly language: Language;
  /** Used by votes. */
  readonly loop: Signing;
  /** Part of the body the way back leads to; the body's length: the decision itself. */
  readonly backTo: number;
  readonly merge: boolean;
  readonly forwardFirst: boolean;
}

export interface Parallel {
  readonly kind: 'parallel';
  readonly branches: readonly Branch[];
}

export interface Inclusive {
  readonly kind: 'inclusive';
  readonly branches: readonly Branch[];
  readonly by: 'flags' | 'conditions' | 'all';
  readonly fallback: boolean;
  readonly language: Language;
  /** Several ways in lead to the fork itself, so that it joins as well. */
  readonly mixed: boolean;
  /** Several ways out of a branch lead to the join, each by its own flow. */
  readonly direct: boolean;
}

export const CONTAINERS = ['choice', 'vote', 'rework', 'parallel', 'inclusive'] as const;
export type ContainerKind = (typeof CONTAINERS)[number];
export const LEAVES = ['task', 'pass', 'service', 'services', 'sign'] as const;

/** The blocks a part holds. */
export function blocksOf(part: Part): readonly Block[] {
  if (part.kind === 'rework') return [part.body];
  return 'branches' in part ? part.branches.map(({ block }) => block) : [];
}
