import type { Client } from 'pg';

/** A server that is reachable answers at once. */
const LEAVE_MS = 1_000;

/** Closes a connection. If the server does not answer, the socket is destroyed, because it would keep the process alive. */
export async function leaveServer(client: Client): Promise<void> {
  const timer = setTimeout(() => cutConnection(client), LEAVE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/** Destroys the socket of a connection. */
export function cutConnection(client: Client): void {
  client.connection.stream.destroy();
}
