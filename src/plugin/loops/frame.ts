/**
 * A node at which the engine still is: it has sent a token on, and leaves the node once that token, and what came of it,
 * rests. A token that comes to the node meanwhile goes on from there when the engine has left it.
 */
export interface Frame {
  readonly nodeId: string;
  /** Where the token came from; undefined if the engine was at rest before. */
  readonly below: Frame | undefined;
  readonly depth: number;
}

/** The frame of a node, if the engine is still there. */
export function findFrame(top: Frame | undefined, nodeId: string): Frame | undefined {
  for (let each = top; each; each = each.below) if (each.nodeId === nodeId) return each;
  return undefined;
}

/** Moves a token on to a node. @param top where it came from */
export function moveTo(nodeId: string, top: Frame | undefined): Frame {
  return findFrame(top, nodeId) ?? { nodeId, below: top, depth: (top?.depth ?? 0) + 1 };
}

/** How a token went from one node to another. */
export interface Way {
  /** Whether all tokens rested in between; or it rested at the beginning. */
  readonly isFromRest: boolean;
  /** Those that it was at since, or behind the beginning, but for the last one. */
  readonly nodes: readonly string[];
  readonly end: string;
}

/** Moves a token on to the end of its way. @param top where the way begins */
export function goAlong({ isFromRest, nodes, end }: Way, top: Frame | undefined): Frame {
  let frame = isFromRest ? undefined : top;
  for (const nodeId of nodes) frame = moveTo(nodeId, frame);
  return moveTo(end, frame);
}

/** Whether the engine is still at the same nodes. */
export function isSameFrame(one: Frame | undefined, other: Frame | undefined): boolean {
  let [a, b] = [one, other];
  while (a && b && a !== b && a.nodeId === b.nodeId) [a, b] = [a.below, b.below];
  return a === b;
}
