import { expect, test } from 'vitest';
import { fileWith, node, scriptTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'script-not-run';

test('a script is refused where the host has no function that runs scripts', async () => {
  const xml = fileWith(scriptTask('a', 'secret()'));
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error a: "a" runs a script, and no function was given that runs scripts.',
  ]);
  expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
});

test('an expression and a named service need no such function', async () => {
  for (const extensions of ['<zeebe:script expression="=1 + 1"/>', '<zeebe:taskDefinition type="sum"/>']) {
    expect(await findProblems(fileWith(node('scriptTask', 'a', { extensions })), rule, { scripts: false })).toEqual([]);
  }
});
