import type { ModdleElement } from '../moddle/moddle-element.ts';

/**
 * A process as a graph: the nodes and flows of all its scopes by id, each sub-process followed by what is in it. Without
 * what no token can come to, which neither a rule nor the engine looks at.
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
  /** What no path leads to; what is inside of it is not listed. */
  readonly unreached: readonly FlowNode[];
  /** Ids of nodes and flows that no author drew. */
  readonly reserved: ReadonlySet<string>;
}

/** What tokens move in: the process, or one sub-process. No flow leads out of it or into it. */
export interface DrawnScope {
  /** Id of the process or sub-process. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'process' | 'sub-process' | 'event sub-process';
  readonly element: ModdleElement;
  /** The sub-process as a node of the scope around it; the process has none. */
  readonly node?: FlowNode;
  /** Its own nodes, without those of the sub-processes in it. */
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
  /** The boundary events that hang on it. */
  readonly boundaries: readonly FlowNode[];
  /** The lanes that hold it, or the sub-process it is in, the innermost first. */
  readonly lanes: readonly Lane[];
}

/** A sequence flow; an end that the file does not have is undefined. */
export interface Flow {
  readonly id: string;
  readonly name?: string;
  readonly element: ModdleElement;
  /** Where the file keeps it; in a right diagram the scope of both of its ends. */
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

/** A sub-process that something in the scope around it sets off, without a flow that leads to it. */
export function isEventSubProcess({ type, element }: Pick<FlowNode, 'type' | 'element'>): boolean {
  return type === 'bpmn:SubProcess' && element.get('triggeredByEvent') === true;
}
