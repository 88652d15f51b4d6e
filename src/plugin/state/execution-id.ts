import type { Id } from '../../net/state.ts';

/** Names what waits, in the ledger and in rows: the node and the token, e.g. `approve_12`. Unlike a number, it keeps its place in an object. */
export function executionIdOf(nodeId: string, token: Id): string {
  return `${nodeId}_${token}`;
}

/** The inverse; also of a seat at the wait (`panels/panel.ts`). */
export function tokenOf(executionId: string): Id {
  const wait = waitOf(executionId);
  return wait.slice(wait.lastIndexOf('_') + 1);
}

/** What waits, of a seat at it: `approve_12` of `approve_12#0`. */
export function waitOf(seat: string): string {
  return seat.split('#', 1)[0] ?? seat;
}
