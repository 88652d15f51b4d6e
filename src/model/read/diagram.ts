import type { ModdleElement } from '../moddle/moddle-element.ts';

/**
 * A process as a graph: the nodes and flows of all its scopes by id, each sub-process followed by its content. Nodes that
 * no token can reach are left out: neither the rules nor the engine use them.
 */
export interface Diagram {
  readonly element: ModdleElement;
  readonly processId: string;
  readonly processName: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly lanes: readonly Lane[];
  /** The process itself first, then each sub-process, outer ones before inner ones. */
  readonly scopes: readonly DrawnScope[];
  /** Nodes that no path leads to; the content of unreached sub-processes is not listed. */
  readonly unreached: readonly FlowNode[];
  /** Ids of nodes and flows that were added when the file was prepared. */
  readonly reserved: ReadonlySet<string>;
}

/** The process or one sub-process. No sequence flow crosses its border. */
export interface DrawnScope {
  /** Id of the process or sub-process. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'process' | 'sub-process' | 'event sub-process';
  readonly element: ModdleElement;
  /** The sub-process as a node of the scope around it; the process has none. */
  readonly node?: FlowNode;
  /** Its own nodes, without the content of its sub-processes. */
  readonly nodes: readonly FlowNode[];
}

/** An activity, event or gateway. */
export interface FlowNode {
  readonly id: string;
  /** Its name, else its id. */
  readonly name: string;
  /** E.g. `bpmn:UserTask`. */
  readonly type: string;
  readonly element: ModdleElement;
  readonly scope: DrawnScope;
  readonly incoming: readonly Flow[];
  readonly outgoing: readonly Flow[];
  /** The boundary events that are attached to it. */
  readonly boundaries: readonly FlowNode[];
  /** The lanes that contain the node, or the sub-process around it, innermost first. */
  readonly lanes: readonly Lane[];
}

/** A sequence flow; an end that is missing in the file is undefined. */
export interface Flow {
  readonly id: string;
  readonly name?: string;
  readonly element: ModdleElement;
  /** The scope that contains the flow in the file; in a valid diagram also the scope of both ends. */
  readonly scope: DrawnScope;
  readonly source?: FlowNode;
  readonly target?: FlowNode;
  /** The default flow of its source. */
  readonly isDefault: boolean;
  readonly condition?: ModdleElement;
}

export interface Lane {
  readonly id: string;
  readonly name?: string;
  readonly element: ModdleElement;
}

/** A sub-process that an event starts, not a flow. */
export function isEventSubProcess({ type, element }: Pick<FlowNode, 'type' | 'element'>): boolean {
  return type === 'bpmn:SubProcess' && element.get('triggeredByEvent') === true;
}

/** What a token comes to from a node; from the last one of a sub-process also what follows that. */
export function followersOf({ outgoing, boundaries, scope }: FlowNode): readonly FlowNode[] {
  const targets = outgoing.flatMap(({ target }) => target ?? []);
  return [...targets, ...boundaries, ...(outgoing.length === 0 && scope.node ? followersOf(scope.node) : [])];
}
