import type { Client } from 'pg';

/** A server that is there answers within a moment. */
const LEAVE_MS = 1_000;

/**
 * Ends a connection. Where nobody answers any more it is cut: half-open, its socket would keep the process from ending.
 */
export async function leaveServer(client: Client): Promise<void> {
  const timer = setTimeout(() => cutConnection(client), LEAVE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/** Ends a connection without a word. */
export function cutConnection(client: Client): void {
  client.connection.stream.destroy();
}
