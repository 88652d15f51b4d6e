import { join } from 'node:path';
import { createBridge } from 'bpmn-transaction-bridge';
import { createSandbox } from 'bpmn-transaction-bridge/sandbox';
import type { Handler } from '../serve-bridge.ts';

/** Where the examples mount the bridge. Any path is possible, as long as `publicUrl` leads to it. */
export const PREFIX = '/approvals';

/** A server of the host, with the bridge under {@link PREFIX} and a page of its own under /health. */
export type Serve = (handler: Handler) => Promise<{ readonly url: string; close(): Promise<void> }>;

/** Runs one leave request with the sandbox and a bridge in that server; every press is a real HTTP request. */
export async function tryMount(serve: Serve): Promise<void> {
  const sandbox = await createSandbox();
  const server = await serve((request) => bridge.fetch(request));
  const bridge = await createBridge({
    center: {
      baseUrl: sandbox.baseUrl,
      authUrl: sandbox.authUrl,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
    },
    callback: {
      publicUrl: server.url + PREFIX,
      signingKeys: [{ id: 'k1', secret: 'known to every reader of this file' }],
      cipher: { kind: 'none' },
      idToken: { jwksUrl: sandbox.jwksUrl, algorithms: ['ES256'], issuer: sandbox.authUrl, audience: null },
    },
    identity: { isMember: () => false },
    store: 'sqlite::memory:',
  });
  try {
    await bridge.deploy(join(import.meta.dirname, '../../processes/leave-approval.bpmn'));
    await bridge.start('leave-approval', { initiator: 'anna', variables: { manager: 'bo', days: 2 } });
    for (const [account, action] of [
      ['anna', 'Handle'],
      ['bo', 'Approve'],
    ] as const) {
      await bridge.idle();
      const [task] = sandbox.pending(account);
      const { body } = await sandbox.press(task?.taskId ?? '', { account, action });
      console.log(`${account} pressed ${action} at ${PREFIX}: ${(body as { message: string }).message}`);
    }
    await bridge.idle();
    const [leave] = sandbox.initiated('anna');
    console.log(leave?.concludedAt === undefined ? 'The leave is not decided.' : 'The leave is decided.');
    console.log(`${await (await fetch(`${server.url}/health`)).text()}: the page of the host works too`);
  } finally {
    await bridge.close();
    await server.close();
    await sandbox.close();
  }
}
