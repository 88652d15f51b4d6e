/** A message flow of the diagram. */
export interface MessageFlow {
  readonly id: string;
  /** The name of the message; undefined if neither end is a message event. */
  readonly messageName?: string;
  readonly from: MessageFlowEnd;
  readonly to: MessageFlowEnd;
}

/** A pool drawn as an empty box has no `processId`; an end at a whole pool has no `nodeId`. */
export interface MessageFlowEnd {
  readonly processId?: string;
  readonly nodeId?: string;
}
