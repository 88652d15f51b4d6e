// Writes the table of all texts that people see into src/texts/README.md, from the catalogues.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderTexts } from '../test/texts/text-table.ts';

const path = new URL('../src/texts/README.md', import.meta.url);
const table = /<!-- texts -->[\s\S]*<!-- end of texts -->/;
const readme = readFileSync(path, 'utf8');
writeFileSync(
  path,
  readme.replace(table, () => `<!-- texts -->\n\n${renderTexts()}\n\n<!-- end of texts -->`),
);
