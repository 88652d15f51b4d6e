/** The pages of docs/zh follow the English ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

const PAGES = ['README', 'asking-others', 'concepts', 'getting-started', 'in-a-service', 'modelling', 'operating'];

test('these pages are in Chinese', () => {
  expect(readdirSync(new URL('docs/zh/', root)).toSorted()).toEqual(PAGES.map((page) => `${page}.md`));
});

test('the README leads to the Chinese one at once', () => {
  const lines = readFileSync(new URL('README.md', root), 'utf8').split('\n');
  expect(lines.slice(0, 5).join('\n')).toContain('](docs/zh/README.md)');
});

test.each(PAGES)('%s has the sections, tables, lists and code of the English page', (page) => {
  const english = readFileSync(new URL(page === 'README' ? 'README.md' : `docs/${page}.md`, root), 'utf8');
  const chinese = readFileSync(new URL(`docs/zh/${page}.md`, root), 'utf8');
  expect(outlineOf(chinese)).toEqual(outlineOf(english));
  expect(chinese).toMatch(/\p{Script=Han}/u);
});

/** Code to the letter; of each heading its level, of rows and items only that they are there, of a text nothing. */
function outlineOf(page: string): readonly string[] {
  let isCode = false;
  return page.split('\n').flatMap((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    if (isFence || isCode) return [line];
    return /^(#+ |\| |\s*- |\d+\. )/.exec(line)?.[0] ?? [];
  });
}
