/** Opens the bridge of examples/mounts/next where its diagram is missing, and again where it is; then nothing is left open. */
import { getBridge } from '../../examples/mounts/next/bridge.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

const sandbox = await createSandbox();
Object.assign(process.env, {
  CENTER_URL: sandbox.baseUrl,
  AUTH_URL: sandbox.authUrl,
  CLIENT_ID: 'approvals-client',
  CLIENT_SECRET: 'approvals-secret',
  PUBLIC_URL: 'http://127.0.0.1:9',
  SIGNING_SECRET: 'a secret of the tests, 32 bytes long',
  DATABASE_URL: 'sqlite::memory:',
});
await getBridge().catch(({ code }) => console.log(code));
const [repository = ''] = process.argv.slice(2);
process.chdir(repository);
const bridge = await getBridge();
console.log('opened');
// If the first bridge were still open, the process would not end.
await bridge.close();
await sandbox.close();
