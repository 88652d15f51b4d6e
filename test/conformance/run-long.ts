/**
 * `npm run test:conformance`: the tests of the suite itself, with every rule tried in a sandbox under each value of
 * each switch. Takes some minutes. Exits 1 when something went wrong.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync('npx', ['vitest', 'run', '--config', '.config/vitest.config.ts', 'test/conformance'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, CONFORMANCE: 'all' },
});
process.exitCode = status ?? 1;
