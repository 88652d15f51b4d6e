import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROBES } from '../support/inner/conformance.ts';
import { listBrokenLinks } from './broken-links.ts';
import { REPOSITORY, runTypeScript } from './run-node.ts';

const readme = await readFile(`${REPOSITORY}README.md`, 'utf8');

/** Fenced blocks by what is written behind the fence: `ts` code, `sh` commands, `text` output, nothing for pictures. */
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
const textsOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

test('every block of the README is of a kind that is checked here', () => {
  expect(readme.match(/^ *```/gm)).toHaveLength(blocks.length * 2);
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'text', 'ts']);
});

test('its commands are the scripts of the package', async () => {
  const { scripts } = JSON.parse(await readFile(`${REPOSITORY}package.json`, 'utf8'));
  expect(textsOf('sh')).toEqual(['npm ci && npm run sandbox\n']);
  for (const command of ['npm run example', 'npm ci && npm test']) expect(readme).toContain(`\`${command}\``);
  expect(scripts).toMatchObject({
    sandbox: expect.stringMatching(/build:pages .* tsx src\/cli\/main\.ts sandbox --demo$/),
    example: 'tsx examples/leave-approval.ts',
    test: expect.stringContaining('vitest'),
  });
});

test('the output it shows is exactly the real one', async () => {
  const { stdout } = await runTypeScript('examples/leave-approval.ts', [], REPOSITORY);
  expect(textsOf('text')).toEqual([stdout]);
});

test('the code it shows is examples/embedding.ts', async () => {
  const code = await readFile(`${REPOSITORY}examples/embedding.ts`, 'utf8');
  expect(textsOf('ts')).toEqual([code]);
});

test.each(['test-leave-approval', 'test-contract'])(
  'a test that docs/testing.md shows is examples/%s.ts',
  async (name) => {
    const code = await readFile(`${REPOSITORY}examples/${name}.ts`, 'utf8');
    expect(await readFile(`${REPOSITORY}docs/testing.md`, 'utf8')).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
  },
);

/** Examples that the page shows whole. */
const OF_THE_PLUGIN = ['own-engine', 'engine-host', 'called-processes', 'parts'];

test.each(OF_THE_PLUGIN)('the code of examples/%s.ts is in docs/plugin.md', async (name) => {
  const code = await readFile(`${REPOSITORY}examples/${name}.ts`, 'utf8');
  expect(await readFile(`${REPOSITORY}docs/plugin.md`, 'utf8')).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
});

/** Pages that show files whole: those that `mounts.long`, `pack.long` and `containers.postgres` run, each once. */
const GUIDES = [
  {
    page: 'docs/frameworks.md',
    folders: ['examples/mounts', 'examples/jest'],
    butNot: ['examples/mounts/try-mount.ts'],
  },
];

test.each(GUIDES)('$page shows every file of $folders, and no other code', async ({ page, folders, butNot }) => {
  const text = await codeOf(page);
  const shown = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(text.match(/^ *```/gm)).toHaveLength(shown.length * 2);
  const files = (await Promise.all(folders.map(filesOf))).flat().filter((file) => !butNot.includes(file));
  const code = await Promise.all(files.map(codeOf));
  expect(shown.toSorted()).toEqual(code.toSorted());
});

async function filesOf(folder: string): Promise<readonly string[]> {
  const found = await readdir(REPOSITORY + folder, { recursive: true, withFileTypes: true });
  return found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name).slice(REPOSITORY.length));
}

/** Parts of files that a test runs: the service is killed in test/crash, the suite judges a store in test/testing. */
const SHOWN_IN_PARTS = ['examples/services/purchase-service.ts', 'test/testing/purchase-store.postgres.test.ts'];

test('all code in docs/plugin.md is run', async () => {
  const page = await readFile(`${REPOSITORY}docs/plugin.md`, 'utf8');
  const shown = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({ kind, text }));
  expect(page.match(/^ *```/gm)).toHaveLength(shown.length * 2);
  expect(new Set(shown.map(({ kind }) => kind))).toEqual(new Set(['ts']));
  const whole = await Promise.all(OF_THE_PLUGIN.map((name) => codeOf(`examples/${name}.ts`)));
  const inParts = (await Promise.all(SHOWN_IN_PARTS.map(codeOf))).map(withoutIndent);
  const notRun = shown.filter(
    ({ text }) => !whole.includes(text) && !inParts.some((code) => code.includes(`\n${withoutIndent(text)}`)),
  );
  expect(notRun).toEqual([]);
});

const codeOf = (path: string) => readFile(REPOSITORY + path, 'utf8');
const withoutIndent = (code: string) => code.replaceAll(/^ +/gm, '');

test('it fits two screens', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
});

test('each folder in the picture of src/README.md exists', async () => {
  const page = await readFile(`${REPOSITORY}src/README.md`, 'utf8');
  const picture = /^```\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const folders = await readdir(`${REPOSITORY}src`);
  for (const name of ['model', 'plugin', 'bridge', 'outbox', 'center', 'callback', 'sandbox']) {
    expect(picture).toContain(name);
    expect(folders).toContain(name);
  }
});

/** Also those that only the repository has. */
const PAGES = (await readdir(REPOSITORY, { recursive: true })).filter(
  (path) => path.endsWith('.md') && !/(^|\/)(node_modules|\.\w+|dist|coverage)\//.test(path),
);

test('every file and heading that a page links to exists', async () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/operating.md', 'src/README.md']));
  expect(await listBrokenLinks(REPOSITORY, PAGES)).toEqual([]);
});

test('the table for a real center has every probe once, and something to do about each', async () => {
  const page = await readFile(`${REPOSITORY}docs/real-center.md`, 'utf8');
  const [, table = ''] = page.split(/^ *\| probe \| option \|\n *\|[-|]+\|\n/m);
  const rows = [...table.matchAll(/^ *\| (`[^|]+) \| ([^|]+) \|\n/gm)];
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(PROBES.map(({ name }) => name).toSorted());
});
