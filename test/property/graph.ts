/**
 * A process as it is drawn: nodes and flows, with everything that decides a token's way as data, so that the oracle
 * reads it without an expression language. The renderer writes BPMN XML from the same.
 */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** In the order of the file. */
  readonly flows: readonly Flow[];
  readonly variables: readonly Variable[];
}

export const SERVICE_TYPES = ['serviceTask', 'sendTask', 'businessRuleTask'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];
export const PASSING_TYPES = ['manualTask', 'task'] as const;
export type PassingType = (typeof PASSING_TYPES)[number];

export interface GraphNode {
  readonly id: string;
  readonly type:
    | 'startEvent'
    | 'endEvent'
    | 'userTask'
    | ServiceType
    | PassingType
    | 'exclusiveGateway'
    | 'parallelGateway'
    | 'inclusiveGateway';
  readonly many?: Many;
}

export interface Flow {
  /** As bpmn-xml numbers it: `<source>-<target>`, then `-2`, `-3`. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly name?: string;
  readonly condition?: Condition;
  readonly isDefault?: boolean;
  readonly vote?: 'approve' | 'reject';
  /** Leads back to an earlier node; a driver that wants to come to an end avoids it. */
  readonly back?: boolean;
}

export type Literal = string | number | boolean;

export type Condition = (
  | { readonly test: 'is'; readonly variable: string; readonly value: string | boolean }
  | { readonly test: 'above'; readonly variable: string; readonly limit: number }
  | { readonly test: 'both'; readonly of: readonly [Condition, Condition] }
) & { readonly language: Language };

export type Language = 'juel' | 'feel';

/** A multi-instance marker. */
export interface Many {
  readonly sequential: boolean;
  readonly over:
    | { readonly kind: 'list'; readonly variable: string; readonly people: readonly string[] }
    | { readonly kind: 'number'; readonly count: number; readonly variable?: string };
  readonly completion?: Completion;
}

export type Completion =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'counter'; readonly counter: Counter; readonly language: Language }
  /** True once a press has set the variable. */
  | { readonly kind: 'flag'; readonly variable: string };

export type Rule =
  | { readonly kind: 'all' }
  | { readonly kind: 'any' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

export type Counter =
  | { readonly of: 'completed'; readonly atLeast: number }
  | { readonly of: 'share'; readonly atLeast: number }
  | { readonly of: 'active'; readonly atMost: number };

export interface Variable {
  readonly name: string;
  readonly initial: Literal | readonly string[];
  /** What presses and jobs may set it to; absent: it stays as it is. */
  readonly domain?: readonly Literal[];
  /** The value that leads forward. */
  readonly calm?: Literal;
}

export function nodeOf(graph: Graph, id: string): GraphNode {
  const node = graph.nodes.find((candidate) => candidate.id === id);
  if (!node) throw new TypeError(`the graph has no node ${id}`);
  return node;
}

export const flowsFrom = (graph: Graph, id: string): readonly Flow[] => graph.flows.filter((f) => f.source === id);
export const flowsInto = (graph: Graph, id: string): readonly Flow[] => graph.flows.filter((f) => f.target === id);

export const isService = ({ type }: GraphNode): boolean => (SERVICE_TYPES as readonly string[]).includes(type);

export function sizeOf({ over }: Many): number {
  return over.kind === 'list' ? over.people.length : over.count;
}
