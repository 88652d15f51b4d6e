import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderErrors } from './error-table.ts';

test('docs/troubleshooting.md has every error code as src/error-codes.ts has it', async () => {
  const page = await readFile(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
  // Written by `npm run write:reference`.
  expect(page).toContain(`<!-- errors -->\n\n${renderErrors()}\n\n<!-- end of errors -->`);
});
