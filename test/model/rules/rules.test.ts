import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEPLOYMENT_RULES } from '../../../src/model/files/deployment-rules.ts';
import { PREPARE_RULES } from '../../../src/model/prepare/prepare-rules.ts';
import { FILE_RULES, RULES } from '../../../src/model/rules/rules.ts';

const names = [...[...FILE_RULES, ...RULES].map(({ name }) => name), ...PREPARE_RULES, ...DEPLOYMENT_RULES];
const readme = readFileSync(new URL('../../../src/model/README.md', import.meta.url), 'utf8');

test('the README lists every rule once, and no other', () => {
  const listed = [...readme.matchAll(/^\| `([a-z-]+)` +\| (?:error|warning)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(names.toSorted());
});
