/** A message flow of the diagram: who sends to whom. */
export interface MessageFlow {
  readonly id: string;
  /** Of the message, as both ends know it; undefined where neither end is a message event. */
  readonly messageName?: string;
  readonly from: MessageFlowEnd;
  readonly to: MessageFlowEnd;
}

/** A pool drawn as a mere box has no process; a flow to the whole pool has no node. */
export interface MessageFlowEnd {
  readonly processId?: string;
  readonly nodeId?: string;
}
