// Writes the tables of the readings of each vendor into src/model/README.md, from the rules and test/model/vendors.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderTables } from '../test/model/vendors/vendor-table.ts';

const path = new URL('../src/model/README.md', import.meta.url);
const readme = readFileSync(path, 'utf8');
const tables = /<!-- vendor tables -->[\s\S]*<!-- end of vendor tables -->/;
writeFileSync(
  path,
  readme.replace(tables, () => `<!-- vendor tables -->\n\n${renderTables()}\n\n<!-- end of vendor tables -->`),
);
