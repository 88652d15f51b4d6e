// Writes the table of all error codes into docs/troubleshooting.md, from src/errors.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderErrors } from '../test/house/error-table.ts';

const path = new URL('../docs/troubleshooting.md', import.meta.url);
const table = /<!-- errors -->[\s\S]*<!-- end of errors -->/;
const page = readFileSync(path, 'utf8');
writeFileSync(
  path,
  page.replace(table, () => `<!-- errors -->\n\n${renderErrors()}\n\n<!-- end of errors -->`),
);
