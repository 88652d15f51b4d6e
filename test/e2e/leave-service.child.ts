/** Runs the service of the README against a sandbox: somebody asks for leave, and the manager approves it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startLeaveService } from '../../examples/embedding.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

const sandbox = await createSandbox();
const center = {
  baseUrl: sandbox.baseUrl,
  authUrl: sandbox.authUrl,
  clientId: 'approvals-client',
  clientSecret: 'approvals-secret',
  appId: 'approvals',
};
const port = await findFreePort();
const url = `http://127.0.0.1:${port}/any/prefix`;
const service = await startLeaveService(center, url, 'a secret of the tests, 32 bytes long', port);

await service.askForLeave('anna', 'bo', 2);
await press('anna', 'Handle');
await press('bo', 'Approve');
const [leave] = await appear(() => sandbox.initiated('anna').filter(({ concludedAt }) => concludedAt !== undefined));
console.log(leave?.tasks.map(({ nodeName, state }) => `${nodeName}: ${state}`).join(', '));
await service.close();
await sandbox.close();

async function press(account: string, action: string): Promise<void> {
  const [task] = await appear(() => sandbox.pending(account));
  const { body } = await sandbox.press(task?.taskId ?? '', { account, action });
  console.log(`${account} pressed ${action}:`, JSON.stringify(body));
}

/** What the center is told comes when it comes; the caller of this process sets the limit. */
async function appear<T>(look: () => readonly T[]): Promise<readonly T[]> {
  for (;;) {
    const found = look();
    if (found.length > 0) return found;
    await pause(10);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
