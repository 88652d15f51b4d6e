import type { Condition, Language, Value } from '../conditions/condition.ts';

/**
 * A process as it is drawn: nodes and flows, with everything that decides a token's way as data, so that the oracle
 * reads it without an expression language. The renderer writes BPMN XML from the same.
 */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** In the order of the file. */
  readonly flows: readonly Flow[];
  readonly variables: readonly Variable[];
  readonly pool?: PoolFile;
}

/** A pool with another one. */
export interface PoolFile {
  readonly processId: string;
  /** Drawn in the same file, with message flows between the two. */
  readonly beside?: Graph & { readonly pool: PoolFile };
}

export const SERVICE_TYPES = ['serviceTask', 'sendTask', 'businessRuleTask', 'scriptTask'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];
export const PASSING_TYPES = ['manualTask', 'task'] as const;
export type PassingType = (typeof PASSING_TYPES)[number];

/** What an event waits for, or throws. */
export type EventTrigger =
  | { readonly kind: 'timer'; readonly form: 'duration' | 'date'; readonly ms: number; readonly reads?: TimeRead }
  | {
      readonly kind: 'timer';
      readonly form: 'cycle';
      readonly ms: number;
      readonly rounds: number;
      readonly reads?: TimeRead;
    }
  | {
      readonly kind: 'message' | 'signal';
      readonly name: string;
      /** A variable whose value the name ends with. */
      readonly reads?: string;
      /** A variable that holds the key of what it is about; else the business key is. */
      readonly key?: string;
    }
  /** Without a code a catcher takes every one. */
  | { readonly kind: 'error' | 'escalation'; readonly code?: string }
  | ConditionTrigger;
export type EndTrigger = Exclude<EventTrigger, { kind: 'timer' | 'condition' }> | { readonly kind: 'terminate' };

/** A variable that says the time, as of when the wait begins: as minutes, or as the text of a duration or a date. */
export interface TimeRead {
  readonly variable: string;
  readonly as: 'minutes' | 'text';
  readonly language: Language;
}

/** Comes once its variable is true, which only this event reads; or once its condition is. */
export interface ConditionTrigger {
  readonly kind: 'condition';
  readonly variable: string;
  /** Looked at when that variable changes; otherwise when any does. */
  readonly listensToOwn: boolean;
  /** What it says, instead of the variable by itself. */
  readonly reads?: Condition;
  readonly language: Language;
}

export interface GraphNode {
  readonly id: string;
  readonly type:
    | 'startEvent'
    | 'endEvent'
    | 'userTask'
    | ServiceType
    | PassingType
    | 'receiveTask'
    | 'subProcess'
    | 'eventSubProcess'
    | 'intermediateCatchEvent'
    | 'intermediateThrowEvent'
    | 'boundaryEvent'
    | 'eventBasedGateway'
    | 'exclusiveGateway'
    | 'parallelGateway'
    | 'inclusiveGateway';
  /** The sub-process it stands in. */
  readonly scope?: string;
  readonly many?: Many;
  readonly loop?: StandardLoop;
  readonly event?: EventTrigger | EndTrigger;
  /** Of a boundary event, and of the start event of an event sub-process. */
  readonly interrupting?: boolean;
  /** Host of a boundary event. */
  readonly attachedTo?: string;
  /** Of a sub-process: drawn as a call activity, with its content in a process of its own. */
  readonly isCall?: boolean;
  /** Of a called process with variables of its own. */
  readonly passes?: Passes;
  /** Of a called process: it is in a file of its own, deployed before. */
  readonly isApart?: boolean;
  /** Of a sub-process: drawn as a call activity whose process is found when a token comes; see {@link LATE_CALL}. */
  readonly isLateCall?: boolean;
  /** Of a process that a late call may come to. */
  readonly processId?: string;
  /** Of the service in front of such a process: the token waits there until the process is found. */
  readonly isLookup?: boolean;
  /** Of a script task: an expression that is computed in passing; without one it is a job. */
  readonly computes?: Computation;
  /** Of a user task that says nothing of its handlers: the group of the lane it stands in. */
  readonly lane?: Lane;
  /** Of a user task: the multi-instance sub-process whose element handles it. */
  readonly memberOf?: string;
  /** Of a user task: the variable that names its handler. */
  readonly who?: string;
}

/**
 * What the process of a late call goes by: one of two that it may come to, each with a wait in front of it. In the graph
 * all of it stands in one sub-process, behind a gateway; in the file in a process each.
 */
export const LATE_CALL = { variable: 'color1', values: ['red', 'blue'] } as const;

/** What a call gives its process, which has variables of its own, and what comes back. */
export interface Passes {
  /** Everything, or each by its name. */
  readonly way: 'all' | 'named';
  /** Some are passed otherwise than they are. */
  readonly turned: boolean;
  /** The sub-process around whose element its tasks are handled by. */
  readonly memberOf?: string;
  /** The variable that is set to `num1` of the called process, once that is over. */
  readonly back?: string;
}

export type Computation =
  /** One more for each time, and for each element. */
  | { readonly kind: 'count'; readonly variable: string }
  | { readonly kind: 'not'; readonly variable: string; readonly of: string };

export const LANES = ['sales', 'board'] as const;
/** Also the group it stands for. */
export type Lane = (typeof LANES)[number];

/** Another round while the variable is true, at most so many. */
export interface StandardLoop {
  readonly variable?: string;
  /** Instead of the variable. */
  readonly reads?: Condition;
  readonly maximum?: number;
  readonly testBefore: boolean;
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
  /** Drawn in two parts, with a pair of link events of that name between them. */
  readonly link?: string;
}

/** A multi-instance marker. */
export interface Many {
  readonly sequential: boolean;
  readonly over: /** Who they are, at the start of the process. */
    | { readonly kind: 'list'; readonly variable: string; readonly people: readonly string[] }
    | { readonly kind: 'number'; readonly count: number; readonly variable?: string };
  /** Whether what it is over changes while the process runs. */
  readonly isChanging?: boolean;
  /** One task for all of them. */
  readonly shared: boolean;
  readonly completion?: Completion;
}

export type Completion =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'counter'; readonly counter: Counter; readonly language: Language }
  /** True once a press has set the variable. */
  | { readonly kind: 'flag'; readonly variable: string }
  /** True once the condition is, or the counter. */
  | { readonly kind: 'data'; readonly condition: Condition; readonly counter?: Counter };

export type Rule =
  | { readonly kind: 'all' }
  | { readonly kind: 'any' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

export type Counter =
  | { readonly of: 'completed'; readonly atLeast: number }
  | { readonly of: 'share'; readonly atLeast: number }
  | { readonly of: 'active'; readonly atMost: number };

/** Never set at the start; or that, and set to null later. */
export type Lack = 'start' | 'value';

export interface Variable {
  readonly name: string;
  /** Absent: the start does not set it. */
  readonly initial?: Value;
  /** What presses and jobs may set it to; absent: it stays as it is. */
  readonly domain?: readonly Value[];
  /** A script sets it. */
  readonly computed?: boolean;
  /** The value that leads forward. */
  readonly calm?: Value;
  /** What it may be without, now and then: read by conditions that cannot be decided then. */
  readonly lack?: Lack;
}

export function nodeOf(graph: Graph, id: string): GraphNode {
  const node = graph.nodes.find((candidate) => candidate.id === id);
  if (!node) throw new TypeError(`the graph has no node ${id}`);
  return node;
}

/** The nodes of one scope, in the order of the file. */
export const nodesIn = (graph: Graph, scope: string | undefined): readonly GraphNode[] =>
  graph.nodes.filter((node) => node.scope === scope);

export const flowsFrom = (graph: Graph, id: string): readonly Flow[] => graph.flows.filter((f) => f.source === id);
export const flowsInto = (graph: Graph, id: string): readonly Flow[] => graph.flows.filter((f) => f.target === id);

export const hasLateCalls = ({ nodes }: Graph): boolean => nodes.some(({ isLateCall }) => isLateCall);

export const isService = ({ type, computes }: GraphNode): boolean =>
  !computes && (SERVICE_TYPES as readonly string[]).includes(type);

/** Whether the people of a countersign have one task. */
export const isShared = ({ many }: GraphNode): boolean => many?.shared ?? false;

/** Where the token of a scope begins: its plain start event, else what nothing leads to. */
export function beginningOf(graph: Graph, scope: string | undefined): GraphNode {
  const nodes = nodesIn(graph, scope);
  const found =
    nodes.find(({ type }) => type === 'startEvent') ??
    nodes.find(({ id, type }) => flowsInto(graph, id).length === 0 && !/^(boundaryEvent|eventSubProcess)$/.test(type));
  if (!found) throw new TypeError(`nothing begins in ${scope}`);
  return found;
}
