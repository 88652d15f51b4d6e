// Writes the pages of docs/reference/ from the code and its doc comments.
import { mkdirSync, writeFileSync } from 'node:fs';
import { REFERENCE_PAGES } from '../test/house/reference/reference-pages.ts';

const folder = new URL('../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, render] of Object.entries(REFERENCE_PAGES)) writeFileSync(new URL(name, folder), await render());
