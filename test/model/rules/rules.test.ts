import { expect, test } from 'vitest';
import { DEPLOYMENT_RULES } from '../../../src/model/files/deployment-rules.ts';
import { PREPARE_RULES } from '../../../src/model/prepare/prepare-rules.ts';
import { FILE_RULES, RULES } from '../../../src/model/rules/rules.ts';

test('each rule has a name of its own, in kebab case', () => {
  const found = [...FILE_RULES, ...RULES].map(({ name }) => name);
  const names = [...found, ...Object.keys(PREPARE_RULES), ...Object.keys(DEPLOYMENT_RULES)];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
});
