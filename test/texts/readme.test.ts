import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../../src/index.ts';
import { renderTexts } from './text-table.ts';

const readme = await readFile(new URL('../../src/texts/README.md', import.meta.url), 'utf8');

// `npm run write:reference` writes it.
test('the page has every text, in both languages', () => {
  expect(readme).toContain(`<!-- texts -->\n\n${renderTexts()}\n\n<!-- end of texts -->`);
});

test('and names every language that is there', () => {
  const [, named = ''] = /`locale` of `createBridge` and `createPlugin` is (.*), or/.exec(readme) ?? [];
  expect(named).toBe(
    Object.keys(CATALOGUES)
      .map((name) => `\`'${name}'\``)
      .join(' or '),
  );
});
