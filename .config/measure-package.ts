/**
 * Prints the cost of the package, as in the tables of CONTRIBUTING.md: the size on disk, and for each entry point the
 * number of loaded modules, the processor time and the memory. `npm run measure:package`; `dist/` must be built.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const RUNS = 7;

/** Runs in a separate process; prints the milliseconds of processor time and the megabytes of memory. */
const COST = `
const before = process.cpuUsage();
await import(process.argv[2]);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 }));
`;

const folder = mkdtempSync(join(tmpdir(), 'measure-package-'));
try {
  const app = installPackage(folder);
  const modules = join(app, 'node_modules');
  const kilobytes = (path: string) => Number.parseInt(run('du', ['-sk', path], app), 10);
  const megabytes = (path: string) => `${(kilobytes(path) / 1024).toFixed(1)} MB`;
  console.log('| installed | on disk |\n|---|---|');
  console.log(`| the package itself | ${megabytes(join(modules, 'bpmn-transaction-bridge'))} |`);
  console.log(`| with its dependencies | ${megabytes(modules)} |\n`);

  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const doors = Object.keys(exports).filter((door) => !door.endsWith('.json'));
  console.log('| door | modules | processor | memory of the process |\n|---|---|---|---|');
  console.log(`| none: Node.js itself | 0 | ${describeCost('node:path', app)} |`);
  for (const door of doors) {
    const name = `bpmn-transaction-bridge${door.slice(1)}`;
    const loaded = JSON.parse(run(process.execPath, ['count-modules.mjs', name], app));
    console.log(`| \`${name}\` | ${loaded.length} | ${describeCost(name, app)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Without optional peers, as in a service with SQLite. */
function installPackage(parent: string): string {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', parent], ROOT),
  );
  const app = join(parent, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  run(
    'npm',
    ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', join(parent, filename)],
    app,
  );
  for (const name of ['count-modules.mjs', 'count-modules-hooks.mjs']) {
    cpSync(join(ROOT, 'test/e2e', name), join(app, name));
  }
  writeFileSync(join(app, 'cost.mjs'), COST);
  return app;
}

/** The minimum of several runs, since other load only adds to it. */
function describeCost(name: string, app: string): string {
  const runs = Array.from({ length: RUNS }, (): { cpuMs: number; rssMb: number } =>
    JSON.parse(run(process.execPath, ['cost.mjs', name], app)),
  );
  const least = (of: 'cpuMs' | 'rssMb') => Math.min(...runs.map((each) => each[of]));
  return `${(least('cpuMs') / 1000).toFixed(2)} s | ${Math.round(least('rssMb'))} MB`;
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
