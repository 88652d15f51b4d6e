// Writes what is generated from the code and its doc comments: the pages of docs/reference/, tables within other
// pages, and the names of vendors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { renderErrors } from '../test/house/error-table.ts';
import { REFERENCE_PAGES } from '../test/house/reference/reference-pages.ts';
import { TELEMETRY_TABLES } from '../test/house/telemetry-tables.ts';
import { renderDescribedNames } from '../test/model/vendors/described-names.ts';
import { renderTexts } from '../test/texts/text-table.ts';

const root = new URL('../', import.meta.url);

/** Replaces what is between `<!-- name -->` and `<!-- end of name -->`. */
function writeTable(page: string, name: string, content: string): void {
  const path = new URL(page, root);
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.split(start)[0], text.split(end)[1]];
  if (before === undefined || after === undefined) throw new Error(`${page} has no ${start} … ${end}`);
  writeFileSync(path, `${before}${start}\n\n${content}\n\n${end}${after}`);
}

writeTable('docs/troubleshooting.md', 'errors', renderErrors());
writeTable('src/texts/README.md', 'texts', renderTexts());
for (const [name, render] of Object.entries(TELEMETRY_TABLES)) writeTable('docs/telemetry.md', name, render());

writeFileSync(new URL('src/model/rules/vendors/described-names.ts', root), renderDescribedNames());

const folder = new URL('docs/reference/', root);
mkdirSync(folder, { recursive: true });
for (const [name, render] of Object.entries(REFERENCE_PAGES)) writeFileSync(new URL(name, folder), await render());
