/**
 * bpmn-elements runs an activity only once at a time. If several tokens are in one node, the others are in copies: more
 * activities of the engine for the same node. The id of a copy is the id of the node and a number, starting at 2.
 * These ids are internal to the plugin. They cannot collide with ids of the diagram, in which XML allows no `#`.
 */
const NUMBERED = /#(\d+)$/;

export function copyIdOf(nodeId: string, number: number): string {
  return `${nodeId}#${number}`;
}

/** Converts the id of an activity or flow in the engine to its id in the diagram. */
export function nodeIdOf(engineId: string): string {
  return engineId.includes('#') ? engineId.replace(NUMBERED, '') : engineId;
}

/** The number of a copy; undefined for the activity itself. */
export function copyNumberOf(engineId: string): number | undefined {
  if (!engineId.includes('#')) return undefined;
  const number = NUMBERED.exec(engineId)?.[1];
  return number === undefined ? undefined : Number(number);
}
