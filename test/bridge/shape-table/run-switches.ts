/**
 * `npm run test:switches`: tells every story in a center of every kind, strikes faults in centers of every kind, and
 * holds the random processes against every kind of sandbox. Arguments go to the oracle, such as `--runs 10000 --seed 7`.
 * Exits 1 when something went wrong.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const FAULTS = ['switched-centers', 'everything-at-once'].map((name) => `test/bridge/faults/${name}.test.ts`);
const root = fileURLToPath(new URL('../../../', import.meta.url));

function run(program: string, args: readonly string[]): boolean {
  const FAULT_SEED = process.env.FAULT_SEED ?? String(randomInt(0x1_0000_0000));
  const environment = { ...process.env, SWITCHES: 'all', FAULT_SEED };
  return spawnSync('npx', [program, ...args], { cwd: root, stdio: 'inherit', env: environment }).status === 0;
}

const stories = run('vitest', ['run', '--config', '.config/vitest.config.ts', 'test/bridge/shape-table', ...FAULTS]);
const given = process.argv.slice(2);
const processes = run('tsx', [
  'test/property/run-oracle.ts',
  ...(given.length > 0 ? given : ['--runs', '500', '--seed', '1']),
]);
process.exitCode = stories && processes ? 0 : 1;
