/** The table of test/README.md says of each test that `npm test` does a share of; and the list of files that take long. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LONG } from '../../.config/longest-first.ts';

const TESTS = new URL('../', import.meta.url);
/** Files that do it for tests beside them. */
const HELPERS: Readonly<Record<string, string>> = {
  'bridge/faults/run-case.ts': 'bridge/faults/faults',
  'property/judge-half.ts': 'property/translation*',
};

test('each file with a share has its row, and each row a file', async () => {
  const readme = await readFile(new URL('README.md', TESTS), 'utf8');
  const table = readme.slice(readme.indexOf('| file | share | whole |'));
  const rows = [...table.matchAll(/^\|([^|]*`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const files = (await readdir(TESTS, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const sharing: string[] = [];
  for (const path of files.filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(new URL(path, TESTS), 'utf8');
    if (/^import .*\/test-share\.ts';$/m.test(text)) sharing.push(path);
  }
  const rowOf = (path: string) => HELPERS[path] ?? rows.find((row) => path.startsWith(row.replace(/\*$/, '')));
  expect(sharing.filter((path) => rowOf(path) === undefined)).toEqual([]);
  expect(rows.filter((row) => !sharing.some((path) => rowOf(path) === row))).toEqual([]);
});

test('what runs first because it takes long is there', async () => {
  const files = (await readdir(TESTS, { recursive: true })).map((path) => `test/${path.replaceAll('\\', '/')}`);
  expect(LONG.filter((path) => !files.includes(path))).toEqual([]);
});
