import type { Id } from '../../net/state.ts';

/** Names what waits, in the ledger and in rows: the node and the token, e.g. `approve_12`. Unlike a number, it keeps its place in an object. */
export function executionIdOf(nodeId: string, token: Id): string {
  return `${nodeId}_${token}`;
}

/** The inverse. */
export function tokenOf(executionId: string): Id {
  return executionId.slice(executionId.lastIndexOf('_') + 1);
}
