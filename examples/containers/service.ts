import { createServer } from 'node:http';
import { createBridge, toNodeListener } from 'bpmn-transaction-bridge';

const bridge = await createBridge({
  center: {
    baseUrl: read('CENTER_URL'),
    authUrl: read('AUTH_URL'),
    clientId: read('CLIENT_ID'),
    clientSecret: read('CLIENT_SECRET'),
    appId: 'approvals',
  },
  callback: {
    publicUrl: read('CALLBACK_URL'),
    signingKeys: [{ id: 'k1', secret: read('SIGNING_SECRET') }],
    cipher: { kind: 'none' },
    idToken: 'trust-center',
  },
  identity: 'trust-center',
  store: read('BRIDGE_STORE'),
});
await bridge.deploy('processes/leave-approval.bpmn');

const server = createServer(toNodeListener(answer)).listen(Number(read('PORT')));

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/approvals/')) return bridge.fetch(request);
  // Liveness: this process answers. It says nothing of the database or the center: a restart would not bring them back.
  if (pathname === '/live') return new Response('live');
  // Readiness: calls may be sent here.
  if (pathname === '/ready') {
    const { ok, problems } = await bridge.health();
    return new Response(problems.join('\n'), { status: ok ? 200 : 503 });
  }
  if (pathname === '/leaves' && request.method === 'POST') {
    const { initiator, ...variables } = (await request.json()) as { initiator: string; manager: string; days: number };
    const { instanceId } = await bridge.start('leave-approval', { initiator, variables });
    return Response.json({ instanceId }, { status: 201 });
  }
  return new Response(null, { status: 404 });
}

process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  server.close();
  await bridge.close();
  server.closeAllConnections();
}

function read(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}
