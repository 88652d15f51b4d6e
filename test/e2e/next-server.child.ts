/** Does what Next.js does with examples/mounts/next, and a leave request through it; then it is asked to stop. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBridge } from '../../examples/mounts/next/bridge.ts';
import { register } from '../../examples/mounts/next/instrumentation.ts';
import { answerAsNext } from '../../examples/mounts/try-mount.ts';
import { toNodeListener } from '../../src/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

const sandbox = await createSandbox();
const server = createServer(toNodeListener(answerAsNext));
await once(server.listen(0, '127.0.0.1'), 'listening');
Object.assign(process.env, {
  NEXT_RUNTIME: 'nodejs',
  CENTER_URL: sandbox.baseUrl,
  AUTH_URL: sandbox.authUrl,
  CLIENT_ID: 'approvals-client',
  CLIENT_SECRET: 'approvals-secret',
  PUBLIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals`,
  SIGNING_SECRET: 'a secret of the tests, 32 bytes long',
  DATABASE_URL: 'sqlite::memory:',
});
await register();
const bridge = await getBridge();
await bridge.start('leave-approval', { initiator: 'anna', variables: { manager: 'bo', days: 2 } });
await bridge.idle();
const [task] = sandbox.pending('anna');
const { body } = await sandbox.press(task?.taskId ?? '', { account: 'anna', action: 'Handle' });
console.log((body as { message: string }).message);
await bridge.idle();
console.log(
  sandbox
    .pending('bo')
    .map(({ nodeName }) => nodeName)
    .join(),
);

// It closes the bridge and ends the process, whatever else is open.
process.kill(process.pid, 'SIGTERM');
