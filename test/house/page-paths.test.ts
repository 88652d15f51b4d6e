/** The pages for those who change the code name files; each is where its page says. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const files = ['src', 'test', 'examples', '.config', 'processes'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
const pages = ['CONTRIBUTING.md', ...files.filter((path) => path.endsWith('README.md'))];
/** Sources of other projects, where a reading of a vendor was looked up. */
const IN_VENDORS = /^(packages|modules|engine|jbpm|lib|client|impl)\//;

const named = pages.flatMap((page) => {
  const text = readFileSync(ROOT + page, 'utf8');
  return [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
    .map(([, path = '']) => ({ page, path }))
    .filter(({ path }) => !IN_VENDORS.test(path));
});

function isThere({ page, path }: (typeof named)[number]): boolean {
  const from = ['', 'src', 'test', dirname(page)].map((folder) => join(folder, path));
  if (from.some((each) => files.includes(each))) return true;
  // A name alone is in a folder that the page has just named.
  return !path.includes('/') && files.some((each) => each.endsWith(`/${path}`));
}

test('every file that a page names exists', () => {
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((each) => !isThere(each)).map(({ page, path }) => `${page}: ${path}`)).toEqual([]);
});
