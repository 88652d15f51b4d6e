/**
 * A process as tokens see it. Plain data: what an expression decides (a condition, a name, a time, how many iterations) is
 * not in it, and is asked for by the id of the node or flow. Lists are in the order of the file.
 */
export interface Graph {
  readonly process: GraphScope;
  /** Of all scopes, by id. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly flows: ReadonlyMap<string, GraphFlow>;
  /** The process first, then each sub-process, outer ones before inner ones. */
  readonly scopes: readonly GraphScope[];
}

/** The process or one sub-process. No flow crosses its border. A called process is the process of another graph. */
export interface GraphScope {
  /** Id of the process or sub-process. */
  readonly id: string;
  readonly kind: 'process' | 'sub-process' | 'event sub-process';
  /** The sub-process as a node of the scope around it; the process has none. */
  readonly node?: GraphNode;
  /** Its own nodes, without the content of its sub-processes. */
  readonly nodes: readonly GraphNode[];
}

/** An activity, event or gateway. */
export interface GraphNode {
  readonly id: string;
  /** Its name, else its id. */
  readonly name: string;
  /** E.g. `bpmn:UserTask`. */
  readonly type: string;
  readonly kind: NodeKind;
  readonly scope: GraphScope;
  /** What is inside a sub-process. */
  readonly content?: GraphScope;
  readonly incoming: readonly GraphFlow[];
  readonly outgoing: readonly GraphFlow[];
  /** The boundary events that are attached to it. */
  readonly boundaries: readonly GraphNode[];
  /** The activity that a boundary event is attached to. */
  readonly host?: GraphNode;
  /** What it waits for, any of them, or throws, all of them. */
  readonly events: readonly NodeEvent[];
  /** A boundary event, or the start event of an event sub-process, that does not cancel its host or the scope around it. */
  readonly nonInterrupting?: true;
  readonly loop?: NodeLoop;
}

/** What a token does in a node. */
export type NodeKind =
  /** It runs until it is completed, which may be at once: a task, or an event that calls a service. */
  | 'activity'
  /** Its content runs. If `content` is an event sub-process, no token comes to it: its start event starts it. */
  | 'sub-process'
  /** Another process runs. */
  | 'call'
  | 'exclusive'
  /** Joins the tokens of its flows, each in its own way, if it has several. */
  | 'inclusive'
  | 'parallel'
  /** It waits for the events of the nodes behind it. */
  | 'event-based'
  | 'start'
  /** It waits for its events: an intermediate event or a receive task. Without an event, the token passes. */
  | 'catch'
  | 'boundary'
  /** It throws its events: an intermediate event or a send task. */
  | 'throw'
  | 'end';

/** One event definition, in the order of the file. */
export type NodeEvent =
  | { readonly kind: 'condition' }
  /** `repeats`: it is a cycle. */
  | { readonly kind: 'timer'; readonly repeats?: true }
  /** `ref`: the id of the message or signal. Its name may be an expression. */
  | { readonly kind: 'message' | 'signal'; readonly ref?: string }
  /** A receive task without a message: it is completed by its id. */
  | { readonly kind: 'receive' }
  /** A catch without a code catches every code; a throw without one is caught only by such a catch. */
  | { readonly kind: 'error' | 'escalation'; readonly code?: string }
  /** A link to the catch event of that name; a deployment draws it as a flow. */
  | { readonly kind: 'link'; readonly name: string }
  /** `ends`: its own scope, the nearest multi-instance around it, or all. */
  | { readonly kind: 'terminate'; readonly ends: 'scope' | 'multi-instance' | 'instance' };

/** An activity that runs several times: all at once, one after the other, or until a condition is met. */
export type NodeLoop = 'parallel' | 'sequential' | 'standard';

export interface GraphFlow {
  readonly id: string;
  /** Absent: it has none. */
  readonly name?: string;
  readonly source: GraphNode;
  readonly target: GraphNode;
  /** The default flow of its source. */
  readonly isDefault: boolean;
  /** Whether it has a condition. */
  readonly isConditional: boolean;
}

/** Whether tokens at its flows wait for each other. */
export function isJoin({ kind, incoming }: GraphNode): boolean {
  return incoming.length > 1 && (kind === 'parallel' || kind === 'inclusive');
}

export function isEventSubProcess({ content }: GraphNode): boolean {
  return content?.kind === 'event sub-process';
}

/** Where the tokens of a scope begin: at its start events, else at the nodes without an incoming flow (BPMN 2.0.2, 13.5.4). */
export function startsOf<Node extends GraphNode>({ nodes }: { readonly nodes: readonly Node[] }): readonly Node[] {
  const starts = nodes.filter(({ kind }) => kind === 'start');
  if (starts.length > 0) return starts;
  return nodes.filter((node) => node.incoming.length === 0 && node.kind !== 'boundary' && !isEventSubProcess(node));
}

/** All that is reached from some nodes, which are among it. @param nextOf asked once for each */
export function reachFrom<Node>(starts: Iterable<Node>, nextOf: (node: Node) => Iterable<Node>): ReadonlySet<Node> {
  const reached = new Set(starts);
  for (const node of reached) for (const next of nextOf(node)) reached.add(next);
  return reached;
}

/** The start events of the event sub-processes of a scope. */
export function eventStartsIn({ nodes }: GraphScope): readonly GraphNode[] {
  const inside = nodes.filter(isEventSubProcess).flatMap(({ content }) => content?.nodes ?? []);
  return inside.filter(({ kind }) => kind === 'start');
}

/** The scopes that a node is in, from its own one outwards. */
export function scopesAround({ scope }: GraphNode): readonly GraphScope[] {
  const around = [scope];
  for (let { node } = scope; node !== undefined; { node } = node.scope) around.push(node.scope);
  return around;
}

/** The scopes that a terminate end event ends, from its own scope outwards. */
export function endedScopes(node: GraphNode): readonly GraphScope[] {
  const ends = terminationOf(node);
  if (ends === undefined || ends === 'scope') return [node.scope];
  const around = scopesAround(node);
  const iterated = around.findIndex((scope) => scope.node && isMultiInstance(scope.node));
  return ends === 'instance' ? around : around.slice(0, iterated + 1);
}

/** What a terminate end event ends; undefined for any other node. */
export function terminationOf({ events }: GraphNode): 'scope' | 'multi-instance' | 'instance' | undefined {
  return events.find((event) => event.kind === 'terminate')?.ends;
}

export function isMultiInstance({ loop }: GraphNode): boolean {
  return loop === 'parallel' || loop === 'sequential';
}
