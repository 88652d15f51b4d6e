import type { ModdleElement } from '../moddle/moddle-element.ts';

/** A process as a graph: its nodes and flows by id, in the order of the file. */
export interface Drawing {
  readonly element: ModdleElement;
  readonly processId: string;
  readonly processName: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly lanes: readonly Lane[];
}

/** An activity, event or gateway. */
export interface FlowNode {
  readonly id: string;
  /** Its name, else its id. */
  readonly name: string;
  /** E.g. `bpmn:UserTask`. */
  readonly type: string;
  readonly element: ModdleElement;
  readonly incoming: readonly Flow[];
  readonly outgoing: readonly Flow[];
  /** The lanes that hold it, the innermost first. */
  readonly lanes: readonly Lane[];
}

/** A sequence flow; an end that the file does not have is undefined. */
export interface Flow {
  readonly id: string;
  readonly name?: string;
  readonly element: ModdleElement;
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
