import type { Graph, GraphFlow, GraphNode, GraphScope } from '../../net/graph.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';

/**
 * The graph of a process with the elements of the file; it may still be faulty. Nodes that no token can reach are left
 * out: neither the rules nor the engine use them.
 */
export interface Diagram extends Graph {
  readonly element: ModdleElement;
  readonly process: DrawnScope;
  readonly processId: string;
  readonly processName: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly scopes: readonly DrawnScope[];
  /** Flows without a source or a target; they are not among the flows of nodes. */
  readonly looseFlows: readonly LooseFlow[];
  readonly lanes: readonly Lane[];
  /** Nodes that no path leads to; the content of unreached sub-processes is not listed. */
  readonly unreached: readonly FlowNode[];
  /** Ids of nodes and flows that were added when the file was prepared. */
  readonly reserved: ReadonlySet<string>;
}

export interface DrawnScope extends GraphScope {
  readonly name: string;
  readonly element: ModdleElement;
  readonly node?: FlowNode;
  readonly nodes: readonly FlowNode[];
}

export interface FlowNode extends GraphNode {
  readonly element: ModdleElement;
  readonly scope: DrawnScope;
  readonly content?: DrawnScope;
  readonly incoming: readonly Flow[];
  readonly outgoing: readonly Flow[];
  readonly boundaries: readonly FlowNode[];
  readonly host?: FlowNode;
  /** The lanes that contain the node, or the sub-process around it, innermost first. */
  readonly lanes: readonly Lane[];
}

export interface Flow extends GraphFlow {
  readonly name?: string;
  readonly element: ModdleElement;
  /** The scope that contains the flow in the file; in a valid diagram also the scope of both ends. */
  readonly scope: DrawnScope;
  readonly source: FlowNode;
  readonly target: FlowNode;
  readonly condition?: ModdleElement;
}

export interface LooseFlow {
  readonly id: string;
  readonly source?: FlowNode;
  readonly target?: FlowNode;
}

export interface Lane {
  readonly id: string;
  readonly name?: string;
  readonly element: ModdleElement;
}

/** What a token comes to from a node; from the last one of a sub-process also what follows that. */
export function followersOf({ outgoing, boundaries, scope }: FlowNode): readonly FlowNode[] {
  const targets = outgoing.map(({ target }) => target);
  return [...targets, ...boundaries, ...(outgoing.length === 0 && scope.node ? followersOf(scope.node) : [])];
}
