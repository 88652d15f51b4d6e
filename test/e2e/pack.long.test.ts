import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openSandbox } from '../support/inner/conformance.ts';
import { listBrokenLinks } from './broken-links.ts';
import { listDeclarations } from './list-declarations.ts';
import { runDemo } from './run-demo.ts';
import { REPOSITORY, runNode } from './run-node.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

const run = promisify(execFile);
/** Of users: the newest, which is quick; and the one before it. */
const COMPILERS = ['typescript-native', 'typescript'];
const TSX = `${REPOSITORY}node_modules/tsx/dist/cli.mjs`;

/** What may change without a word to those who use the library. */
const PRIVATE_PACKAGES = /^(bpmn-.*|moddle-.*|smqp|kysely|zod|@photostructure\/sqlite)(\/|$)/;

/** Pages for the browser. */
const PAGES = ['dist/sandbox/inbox/', 'dist/admin/'];

let temp: TempFolder;
/** An empty folder with nothing but the packed package installed, as a user has it. */
let app: string;
let packed: readonly string[];
let tarball: string;

beforeAll(async () => {
  temp = await makeTempFolder();
  const stage = join(temp.path, 'stage');
  app = join(temp.path, 'app');
  await copyRepository(stage);
  await symlink(`${REPOSITORY}node_modules`, join(stage, 'node_modules'));
  // It builds, as a release must: what it packs is not what some earlier command has left behind.
  const { stdout } = await run('npm', ['pack', '--json', '--foreground-scripts=false'], { cwd: stage });
  const [{ filename, files }] = JSON.parse(stdout);
  tarball = join(stage, filename);
  packed = files.map(({ path }: { path: string }) => path);

  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  await install(app, tarball);
}, 180_000);

async function install(folder: string, name: string): Promise<void> {
  // Without their scripts: no dependency may have to compile or download anything.
  const quick = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quick, name], { cwd: folder });
}

afterAll(() => temp?.[Symbol.asyncDispose]());

/** All that `npm pack` chooses from, and a build of its own, so that tests that run beside this one see no change. */
async function copyRepository(stage: string): Promise<void> {
  const left = new Set(['node_modules', '.git', 'dist', '.scratch', 'coverage']);
  await cp(REPOSITORY, stage, { recursive: true, filter: (path) => !left.has(basename(path)) });
}

test('the package contains its code, the processes, the examples and its documents, and nothing else', () => {
  expect([...new Set(packed.map((path) => path.split('/')[0]))].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'dist',
    'docs',
    'examples',
    'package.json',
    'processes',
    'src',
  ]);
  expect(packed.filter((path) => path.startsWith('src/') && !path.endsWith('/README.md'))).toEqual([]);
  const other = packed.filter((path) => path.startsWith('dist/') && !/\.(js|d\.ts)$/.test(path));
  expect(other.filter((path) => !PAGES.some((folder) => path.startsWith(folder)))).toEqual(['dist/THIRD-PARTY.txt']);
  expect(packed).toEqual(
    expect.arrayContaining(['dist/index.js', 'dist/types/index.d.ts', 'processes/leave-approval.bpmn']),
  );
});

test('every link of its pages leads to a file and a heading in it', async () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(expect.arrayContaining(['docs/reference/options.md', 'src/sandbox/README.md']));
  expect(await listBrokenLinks(join(app, 'node_modules/bpmn-transaction-bridge'), pages)).toEqual([]);
});

test('the example of its README runs where it lies, and prints what the README shows', async () => {
  const folder = join(app, 'node_modules/bpmn-transaction-bridge');
  const example = join(folder, 'examples/leave-approval.ts');
  const { code, stdout, stderr } = await runNode([TSX, example], app);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`\`\`\`text\n${stdout}\`\`\`\n`);
});

test('what is built into the code of the package comes with its licence', async () => {
  const notices = await readFile(join(app, 'node_modules/bpmn-transaction-bridge/dist/THIRD-PARTY.txt'), 'utf8');
  expect([...notices.matchAll(/^={80}\n(.+) \d+\..*\n-{80}$/gm)].map(([, name]) => name)).toEqual(['zod']);
  expect(notices).toContain('Permission is hereby granted, free of charge');
});

test.each(PAGES)('the package contains the page built in %s, with the licences of its dependencies', async (built) => {
  const files = packed.filter((path) => path.startsWith(built));
  expect(files).toContain(`${built}index.html`);
  expect(files.filter((path) => !/\.(html|js|css|svg|txt)$/.test(path) || path.endsWith('.d.ts'))).toEqual([]);
  const folder = join(app, 'node_modules/bpmn-transaction-bridge', built);
  const notices = await readFile(join(folder, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['bpmn-js', 'diagram-js', 'lucide-preact', 'preact']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'));
  }
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  expect([...page.matchAll(/(?:src|href)="(https?:|\/\/)/g)]).toEqual([]);
});

test('its command runs the demo, whose inbox opens in a project that has nothing but the package', async () => {
  const command = join(app, 'node_modules/.bin/bpmn-transaction-bridge');
  await using demo = await runDemo(command, app);
  const page = await fetch(demo.inboxUrl);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8']);
  const files = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect((await fetch(new URL(file, demo.inboxUrl))).status, file).toBe(200);
  const { accounts } = (await (await fetch(new URL('/sandbox/accounts', demo.inboxUrl))).json()) as {
    accounts: { account: string; counts: { pending: number } }[];
  };
  expect(accounts.find(({ account }) => account === 'bo')?.counts.pending).toBeGreaterThan(2);
  expect(await demo.stop()).toBe(0);
}, 180_000);

test('its conformance suite judges a center that it is pointed at, and prints no secret', async () => {
  await using center = await openSandbox();
  const { CLIENT_SECRET, ...variables } = center.variables;
  const command = join(app, 'node_modules/.bin/bpmn-transaction-bridge');
  const flags = ['--account', variables.ACCOUNT, '--time-zone', variables.TIME_ZONE];
  const judge = (secret: string) =>
    run(command, ['conformance', ...flags], { cwd: app, env: { ...process.env, ...variables, CLIENT_SECRET: secret } });
  const { stdout, stderr } = await judge(CLIENT_SECRET);
  expect(stdout).toMatch(
    /^Conformance of http:.*\n\nRules of the interface: \d{2,} hold, 0 do not, \d+ are to be looked/,
  );
  expect(stdout + stderr).not.toContain(CLIENT_SECRET);
  await expect(judge('another secret')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^ERR_TOKEN_REFUSED: .*: check AUTH_URL, CLIENT_ID and CLIENT_SECRET\.\n$/),
  });
}, 180_000);

const ERRORS = 'BridgeError CenterError ERROR_CODES InputError ModelError StepError StoreError';

/** What each door exports. That each can be imported by itself is seen where its modules are counted. */
const EXPORTS: readonly (readonly [door: string, names: string])[] = [
  ['', `BpmnError ${ERRORS.replace(' CenterError', ' CATALOGUES CenterError')} createBridge toNodeListener`],
  [
    '/plugin',
    `BpmnError ${ERRORS} composeCalls composeTaskStatus createEngineHost createPlugin judgeReports openAddresses openCallbacks openCenter toNodeListener withoutSystemTask`,
  ],
  ['/model', `${ERRORS} lintFiles prepareProcesses`],
  ['/conformance', `${ERRORS} judgeCenter`],
  ['/sandbox', `${ERRORS} createSandbox`],
  ['/testing', `BpmnError ${ERRORS} createProcessTest storeContract`],
];

test.each([
  { how: 'plain Node.js imports', file: 'import.mjs', load: 'await import' },
  { how: 'CommonJS requires', file: 'require.cjs', load: 'require' },
])('$how every door of the package', async ({ how, file, load }) => {
  const program = EXPORTS.map(
    ([door]) =>
      `console.log('${door}', Object.keys(${load}('bpmn-transaction-bridge${door}')).filter((key) => key !== '__esModule').sort().join(' '));\n`,
  );
  await writeFile(join(app, file), program.join(''));
  const { code, stdout, stderr } = await runNode([file], app);
  const lines = EXPORTS.map(([door, names]) => `${door} ${names}\n`);
  expect({ how, code, stdout }).toEqual({ how, code: 0, stdout: lines.join('') });
  // Node.js 22 warns of `require` where it loads an ES module.
  if (load !== 'require') expect(stderr).toBe('');
});

// Loaded when the URL of the store names them, when a bridge is created, and when an option wants tokens to be checked.
const LOADED_LAZILY = ['pg', 'kysely', '@photostructure/sqlite', 'undici', 'jose', '@opentelemetry'];
const ENGINE = ['bpmn-engine', 'bpmn-elements', 'smqp', 'moddle-context-serializer'];

/**
 * How many modules may be loaded to import a door, those of dependencies too: about a tenth more than there were when it was
 * measured (`npm run measure:package`). What is loaded costs memory and time. And the packages that must not be among them.
 */
const DOORS: readonly (readonly [door: string, limit: number, notLoaded: readonly string[]])[] = [
  ['', 160, [...LOADED_LAZILY, 'zod']],
  ['/plugin', 144, [...LOADED_LAZILY, 'zod']],
  ['/model', 40, [...ENGINE, ...LOADED_LAZILY, 'zod']],
  ['/conformance', 138, [...ENGINE, 'pg', 'bpmn-moddle', 'vitest', 'zod']],
  ['/sandbox', 137, [...ENGINE, 'pg', 'bpmn-moddle', 'zod']],
  ['/testing', 287, ['pg', 'kysely', 'zod']],
];

test.each(DOORS)(
  'bpmn-transaction-bridge%s loads at most %i modules, and nothing that it does not need',
  async (door, limit, notLoaded) => {
    await cp(`${REPOSITORY}test/e2e/count-modules.mjs`, join(app, 'count-modules.mjs'));
    await cp(`${REPOSITORY}test/e2e/count-modules-hooks.mjs`, join(app, 'count-modules-hooks.mjs'));
    const { stdout } = await runNode(['count-modules.mjs', `bpmn-transaction-bridge${door}`], app);
    const modules: readonly string[] = JSON.parse(stdout);
    const foreign = (name: string) => modules.filter((url) => url.includes(`/node_modules/${name}/`));
    expect(modules.length).toBeLessThanOrEqual(limit);
    for (const name of notLoaded) expect(foreign(name)).toEqual([]);
  },
);

test('without the API of OpenTelemetry it runs, and says what is missing where an option asks for it', async () => {
  const program = `import { createBridge } from 'bpmn-transaction-bridge';
    const options = (telemetry) => ({
      center: { baseUrl: 'http://center.example', authUrl: 'http://center.example', clientId: 'a', clientSecret: 'b', appId: 'c' },
      callback: { publicUrl: 'http://bridge.example', signingKeys: [{ id: 'k1', secret: 'x'.repeat(32) }], cipher: { kind: 'none' }, idToken: 'trust-center' },
      identity: 'trust-center', store: 'sqlite::memory:', telemetry,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    await (await createBridge(options(false))).close();
    await createBridge(options(true)).catch(({ code, message }) => console.log(code, message));`;
  await writeFile(join(app, 'telemetry.mjs'), program);
  expect(await runNode(['telemetry.mjs'], app)).toEqual({
    code: 0,
    stderr: '',
    stdout: 'ERR_CONFIG_INVALID telemetry: its API is not installed: run `npm install @opentelemetry/api`.\n',
  });
});

test('the service of the README compiles against it, and runs a leave request to its conclusion', async () => {
  const sources = ['examples/embedding.ts', 'test/e2e/leave-service.child.ts'];
  for (const path of sources) {
    const source = await readFile(REPOSITORY + path, 'utf8');
    const asUsersWrite = source
      .replaceAll(/'(?:\.\.\/)+src\/sandbox\/index\.ts'/g, "'bpmn-transaction-bridge/sandbox'")
      .replaceAll("'../../examples/", "'./");
    await writeFile(join(app, basename(path)), asUsersWrite);
  }
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: false,
    typeRoots: [`${REPOSITORY}node_modules/@types`],
    types: ['node'],
  };
  await writeFile(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: sources.map((path) => basename(path)) }),
  );
  for (const name of COMPILERS) {
    const compiled = await runNode([`${REPOSITORY}node_modules/${name}/bin/tsc`], app);
    expect({ name, ...compiled }).toEqual({ name, code: 0, stdout: '', stderr: '' });
  }

  await cp(join(app, 'node_modules/bpmn-transaction-bridge/processes'), join(app, 'processes'), { recursive: true });
  const { code, stdout, stderr } = await runNode(['leave-service.child.js'], app);
  expect(stderr).toMatch(/^callback\.idToken is 'trust-center': .*\nidentity is 'trust-center': .*\n$/);
  expect(code).toBe(0);
  expect(stdout).toContain('Apply: handled, Manager approval: handled');
}, 180_000);

test('the NestJS module of the guide compiles to CommonJS, in every mode of the compilers, and runs', async () => {
  const folder = join(app, 'nest');
  // Not beside the package: npm would take them for its own when it installs something else there, and delete them.
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  for (const name of ['@nestjs', 'rxjs', 'reflect-metadata']) {
    await symlink(`${REPOSITORY}node_modules/${name}`, join(folder, 'node_modules', name));
  }
  await cp(`${REPOSITORY}examples/mounts/nest.ts`, join(folder, 'nest.ts'));
  for (const [name, module] of [...COMPILERS.map((each) => [each, 'nodenext']), ['typescript', 'commonjs']]) {
    const compilerOptions = {
      ...{ module, target: 'es2023', strict: true, skipLibCheck: true },
      ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
      ...{ typeRoots: [`${REPOSITORY}node_modules/@types`], types: ['node'] },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['nest.ts'] }));
    const compiled = await runNode([`${REPOSITORY}node_modules/${name}/bin/tsc`], folder);
    expect({ name, module, ...compiled }).toEqual({ name, module, code: 0, stdout: '', stderr: '' });
    const { stdout } = await runNode(['-p', "typeof require('./nest.js').serve"], folder);
    expect(stdout).toBe('function\n');
  }
}, 180_000);

test('the Jest test of the guide passes in an empty folder', async () => {
  const folder = join(temp.path, 'jest');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "jest": { "testMatch": ["**/*.test.mjs"] } }');
  await install(folder, 'jest@30');
  await symlink(join(app, 'node_modules/bpmn-transaction-bridge/processes'), join(folder, 'processes'));
  await install(folder, tarball);
  await cp(`${REPOSITORY}examples/jest/leave.test.mjs`, join(folder, 'leave.test.mjs'));
  const { code, stderr } = await runNode(['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'], folder);
  expect(stderr).toContain('✓ the request goes to the manager');
  expect(code).toBe(0);
}, 180_000);

test('docs/getting-started.md works in a folder with only the package and a server', async () => {
  const page = await readFile(`${REPOSITORY}docs/getting-started.md`, 'utf8');
  const block = (kind: string) => new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
  await writeFile(join(app, 'vacation.bpmn'), block('xml'));
  await mkdir(join(app, 'node_modules/@hono'), { recursive: true });
  await symlink(`${REPOSITORY}node_modules/@hono/node-server`, join(app, 'node_modules/@hono/node-server'));
  const run = async () => {
    await writeFile(join(app, 'app.mjs'), block('js').replaceAll('3000', String(await freePort())));
    await rm(join(app, 'bridge.db'), { force: true });
    return runNode(['app.mjs'], app);
  };
  let ran = await run();
  // Another program of the machine may take the port meanwhile.
  for (let times = 1; times < 5 && ran.stderr.includes('EADDRINUSE'); times += 1) ran = await run();
  const anyId = (text: string) => text.replace(/[0-9a-f-]{36}/, 'an id');
  expect({ code: ran.code, stdout: anyId(ran.stdout) }, ran.stderr).toEqual({ code: 0, stdout: anyId(block('text')) });
});

test('its public declarations use no types of the engine or of a database driver', async () => {
  const declarations = await listDeclarations(join(app, 'node_modules/bpmn-transaction-bridge/dist/types/index.d.ts'));
  expect(declarations.length).toBeGreaterThan(0);
  expect(declarations.filter(({ packages }) => packages.some((name) => PRIVATE_PACKAGES.test(name)))).toEqual([]);
});

test('a service with an engine of its own keeps its only copy, and the plugin runs on it', async () => {
  const { peerDependencies } = JSON.parse(await readFile(`${REPOSITORY}package.json`, 'utf8'));
  // There is one version in the range; a second one belongs here, as its other end.
  await install(app, `bpmn-engine@${peerDependencies['bpmn-engine']}`);
  const files = await readdir(join(app, 'node_modules'), { recursive: true });
  for (const name of ['bpmn-engine', 'bpmn-elements', 'smqp']) {
    expect(
      files.filter((file) => file.endsWith(`${name}/package.json`)),
      name,
    ).toEqual([`${name}/package.json`]);
  }
  await cp(`${REPOSITORY}processes`, join(app, 'processes'), { recursive: true });
  await cp(`${REPOSITORY}examples/own-engine.ts`, join(app, 'examples/own-engine.ts'));
  const { code, stdout } = await runNode([TSX, 'examples/own-engine.ts'], app);
  expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: 'applied: Approve: done' });
}, 180_000);
