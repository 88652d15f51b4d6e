import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const STORIES = 'test/bridge/shape-table/';
const LETTERS = 'test/plugin/shapes/';
/** With the word for the tier, if there is one. */
const SUFFIX = /(\.\w+)?\.test\.ts$/;

/** The table in `src/plugin/README.md` under "Shapes". */
async function readRows(): Promise<{ shape: string; tests: string[] }[]> {
  const text = await readFile(new URL('src/plugin/README.md', ROOT), 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith('Shapes\n')) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => {
    const [shape = '', , , tests = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { shape, tests: tests.split(', ').filter((name) => name !== '') };
  });
}

const testsIn = async (folder: string) =>
  (await readdir(new URL(folder, ROOT), { recursive: true })).filter((name) => name.endsWith('.test.ts'));

const rows = await readRows();
const stories = (await testsIn(STORIES)).map((name) => name.replace(SUFFIX, ''));
const letters = (await testsIn(LETTERS)).map((name) => name.replace(/-.*/, ''));
const others = (await testsIn('test/')).map((name) => name.replace(SUFFIX, ''));

describe('the table of shapes', () => {
  test('is found', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  test.each(rows)('$shape: names a story first, and only tests that exist', ({ tests }) => {
    expect(stories).toContain(tests[0]);
    for (const name of tests) expect([...stories, ...letters, ...others]).toContain(name);
  });

  test.each(stories)('the stories %s are named', (name) => {
    expect(rows.flatMap(({ tests }) => tests)).toContain(name);
  });
});
