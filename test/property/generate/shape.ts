/** The tree of a random process: blocks of parts, and parts that hold blocks in their branches. */
import type { Condition, Language } from '../conditions/condition.ts';
import type { Counter, EndTrigger, EventTrigger, Lane, PassingType, Rule, ServiceType } from '../draw/graph.ts';

export type Block = readonly Part[];

/** The process of one pool; most processes have one pool. */
export interface Pool {
  readonly block: Block;
  /** Name of the message that starts it. */
  readonly startedBy?: string;
  /** In a file of its own. */
  readonly apart: boolean;
}

export interface Branch {
  readonly block: Block;
  /** Leads to an end event of its own. */
  readonly ends: boolean;
  /** What that end event throws. */
  readonly closing?: EndTrigger;
}

export type Part =
  | { readonly kind: 'task' /** Variable that names its handler. */; readonly who?: string }
  | { readonly kind: 'lane'; readonly lane: Lane }
  /** A script that counts how often it ran, once for each element of a list. */
  | { readonly kind: 'compute'; readonly loop?: Signing }
  | { readonly kind: 'pass'; readonly element: PassingType }
  | { readonly kind: 'service'; readonly element: ServiceType }
  | { readonly kind: 'services'; readonly element: ServiceType; readonly loop: Signing }
  | { readonly kind: 'sign'; readonly loop: Signing }
  | { readonly kind: 'catch'; readonly event: EventTrigger }
  | { readonly kind: 'receive'; readonly event: EventTrigger }
  | { readonly kind: 'throw'; readonly event: EndTrigger | undefined }
  | {
      readonly kind: 'looped';
      readonly flag: boolean;
      /** Instead of a variable of its own. */
      readonly reads?: Condition;
      readonly maximum?: number;
      readonly testBefore: boolean;
    }
  | { readonly kind: 'link' }
  | Vote
  | Choice
  | Rework
  | Parallel
  | Inclusive
  | Sub
  | Edge
  | Race
  | Several
  | Aside;

export type PartKind = Part['kind'];

/** Who acts in a multi-instance activity, and when it is over. */
export interface Signing {
  readonly sequential: boolean;
  readonly over: 'list' | 'number' | 'variable';
  readonly people: readonly string[];
  /** The variable that says who or how many, where it changes while the process runs. */
  readonly reads?: string;
  /** One task for all of them, where a list says who they are and they act side by side. */
  readonly shared: boolean;
  readonly completion?: SigningRule;
}

export type SigningRule =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'counter'; readonly counter: Counter; readonly language: Language }
  | { readonly kind: 'flag' }
  /** Once the condition is true, or the counter. */
  | { readonly kind: 'data'; readonly condition: Condition; readonly counter?: Counter };

/** A countersign whose signers vote, with a gateway behind it. */
export interface Vote {
  readonly kind: 'vote';
  readonly loop: Signing;
  /** Two: approve, reject. */
  readonly branches: readonly [Branch, Branch];
  readonly merge: boolean;
}

/** What decides at an exclusive gateway with several ways on. */
export type Routing = 'button' | 'flag' | 'text' | 'conditions' | 'computed' | 'data';

export interface Choice {
  readonly kind: 'choice';
  readonly by: Routing;
  /** Of its ways, where data decides. */
  readonly conditions?: readonly Condition[];
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
  /** Of its ways, where data decides. */
  readonly conditions?: readonly Condition[];
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
  readonly by: 'flags' | 'conditions' | 'all' | 'data';
  /** Of its branches, where data decides. */
  readonly conditions?: readonly Condition[];
  readonly fallback: boolean;
  readonly language: Language;
  /** Several ways in lead to the fork itself, so that it joins as well. */
  readonly mixed: boolean;
  /** Several ways out of a branch lead to the join, each by its own flow. */
  readonly direct: boolean;
}

/** A sub-process: embedded, multi-instance, or called. */
export interface Sub {
  readonly kind: 'sub' | 'multi' | 'call';
  readonly block: Block;
  readonly loop?: Signing;
  /** Begins with its first part, without a start event. */
  readonly startless: boolean;
  /** Of a called process: in a file of its own. */
  readonly apart?: boolean;
  /** Of a call: data names its process when a token comes, the one of `block` or this one. */
  readonly late?: Block;
  /** Of a called process with variables of its own; `back`: something comes back, and a gateway behind it reads that. */
  readonly passes?: { readonly way: 'all' | 'named'; readonly turned: boolean; readonly back: boolean };
  /** What its last end event throws. */
  readonly closing?: EndTrigger;
}

/** An activity with events on its edge. */
export interface Edge {
  readonly kind: 'edge';
  readonly host: Part;
  readonly edges: readonly { readonly event: EventTrigger; readonly interrupting: boolean; readonly branch: Branch }[];
  readonly merge: boolean;
}

/** An event-based gateway: of its branches the one whose event comes first is taken. */
export interface Race {
  readonly kind: 'race';
  readonly branches: readonly (Branch & { readonly event: EventTrigger; readonly receive: boolean })[];
  readonly merge: boolean;
}

/** A fork whose ways are not joined: each of their tokens goes through the block on its own, and ends behind it. */
export interface Several {
  readonly kind: 'several';
  /** What stands between the fork and the block: nothing, or one part. */
  readonly ways: readonly Block[];
  readonly block: Block;
  readonly closing?: EndTrigger;
  /** The ways come together in a gateway, not in the first node of the block. */
  readonly merge: boolean;
}

/** An event sub-process beside the rest of the scope it stands in. */
export interface Aside {
  readonly kind: 'aside';
  readonly event: EventTrigger;
  readonly interrupting: boolean;
  readonly block: Block;
}

const BRANCHING = ['choice', 'vote', 'rework', 'parallel', 'inclusive'] as const;
export const SCOPES = ['sub', 'multi', 'call', 'aside'] as const;
export const CONTAINERS = [...BRANCHING, 'sub', 'multi', 'call', 'edge', 'race', 'aside'] as const;
export type ContainerKind = (typeof CONTAINERS)[number];
export const LEAVES = [
  'task',
  'lane',
  'pass',
  'compute',
  'service',
  'services',
  'sign',
  'catch',
  'receive',
  'throw',
  'looped',
  'link',
] as const;
export type LeafKind = (typeof LEAVES)[number];
/** What can carry an event on its edge. */
export const HOSTS = ['task', 'service', 'services', 'sign', 'receive', 'sub', 'multi', 'call'] as const;

/** The blocks a part holds. */
export function blocksOf(part: Part): readonly Block[] {
  if (part.kind === 'rework') return [part.body];
  if (part.kind === 'edge') return [[part.host], ...part.edges.map(({ branch }) => branch.block)];
  if (part.kind === 'several') return [...part.ways, part.block];
  if ('late' in part && part.late) return [part.block, part.late];
  if ('block' in part) return [part.block];
  return 'branches' in part ? part.branches.map(({ block }) => block) : [];
}
