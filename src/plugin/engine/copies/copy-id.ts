/**
 * bpmn-elements runs an activity once at a time. Where several tokens are in one node at once, each but one of them is
 * in a copy: another activity of the engine for the same node. Its id names the node and numbers the copy, from 2 on.
 * Nothing outside of the plugin sees such an id; XML, and the parser, allow no `#` in one of the diagram.
 */
const NUMBERED = /#(\d+)$/;

export function copyIdOf(nodeId: string, number: number): string {
  return `${nodeId}#${number}`;
}

/** The node that an activity of the engine stands for, or the flow that one of its flows does: its id as drawn. */
export function nodeIdOf(engineId: string): string {
  return engineId.includes('#') ? engineId.replace(NUMBERED, '') : engineId;
}

/** Undefined for what is drawn. */
export function copyNumberOf(engineId: string): number | undefined {
  if (!engineId.includes('#')) return undefined;
  const number = NUMBERED.exec(engineId)?.[1];
  return number === undefined ? undefined : Number(number);
}
