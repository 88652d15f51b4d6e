import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROBES } from '../conformance/probes.ts';
import { REPOSITORY, runTypeScript } from './run-node.ts';

const readme = await readFile(`${REPOSITORY}README.md`, 'utf8');

/** Fenced blocks by what is written behind the fence: `ts` code, `sh` commands, `text` output, nothing for pictures. */
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
const textsOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

test('every block of the README is of a kind that is checked here', () => {
  expect(readme.match(/^ *```/gm)).toHaveLength(blocks.length * 2);
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'sh', 'text', 'sh', 'ts', '']);
});

test('its commands are the scripts of the package', async () => {
  const { scripts } = JSON.parse(await readFile(`${REPOSITORY}package.json`, 'utf8'));
  expect(textsOf('sh')).toEqual(['npm ci && npm run sandbox\n', 'npm run example\n', 'npm ci && npm test\n']);
  expect(scripts).toMatchObject({
    sandbox: expect.stringMatching(/build:inbox .* tsx src\/cli\/main\.ts sandbox --demo$/),
    example: 'tsx examples/leave-approval.ts',
    test: expect.stringContaining('vitest'),
  });
});

test('the output it shows is the real one, to the letter', async () => {
  const { stdout } = await runTypeScript('examples/leave-approval.ts', [], REPOSITORY);
  expect(textsOf('text')).toEqual([stdout]);
});

test('the code it shows is examples/embedding.ts', async () => {
  expect(textsOf('ts')).toEqual([await readFile(`${REPOSITORY}examples/embedding.ts`, 'utf8')]);
});

test('its picture is the one of src/README.md, and each folder in it is there', async () => {
  const [picture = ''] = textsOf('');
  expect(await readFile(`${REPOSITORY}src/README.md`, 'utf8')).toContain(picture);
  const folders = await readdir(`${REPOSITORY}src`);
  for (const name of ['model', 'plugin', 'bridge', 'outbox', 'center', 'callback', 'sandbox']) {
    expect(picture).toContain(name);
    expect(folders).toContain(name);
  }
});

test('every file it links to is there', async () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(5);
  for (const path of links) expect((await stat(REPOSITORY + path)).isFile(), path).toBe(true);
});

test('its table for a real center has every probe once, and something to do about each', () => {
  const [, table = ''] = readme.split(/^ *\| probe \| option \|\n *\|[-|]+\|\n/m);
  const rows = [...table.matchAll(/^ *\| (`[^|]+) \| ([^|]+) \|\n/gm)];
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(PROBES.map(({ name }) => name).toSorted());
});
