import { expect, test } from 'vitest';
import { catchEvent, element, fileWith, node, scriptTask, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'script-not-run';

test('a script is refused where the host has no function that runs scripts', async () => {
  const xml = fileWith(scriptTask('a', 'secret()'));
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error a: "a" runs a script, but the host has no function that runs scripts.',
  ]);
  expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
});

test('so is one that is a completion condition, unless ttc:completion is given as well', async () => {
  const withCondition = (attributes: Readonly<Record<string, string>>) =>
    fileWith(userTask('a', { attributes, multiInstance: { cardinality: 2, condition: 'done > 1' } })).replace(
      '<completionCondition',
      '<completionCondition language="groovy"',
    );
  expect(await findProblems(withCondition({}), rule, { scripts: false })).toEqual([
    'error a: "a" has a script in groovy as its completion condition, but the host has no function that runs scripts.',
  ]);
  expect(await findProblems(withCondition({}), rule)).toEqual([]);
  expect(await findProblems(withCondition({ 'ttc:completion': 'any' }), rule, { scripts: false })).toEqual([]);
});

test('so is one that is the condition of an event', async () => {
  const condition = element('condition', { 'xsi:type': 'tFormalExpression', language: 'groovy' }, 'amount &gt; 1000');
  const xml = fileWith(catchEvent('c', element('conditionalEventDefinition', {}, condition)));
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error c: "c" has a script in groovy as its condition, but the host has no function that runs scripts.',
  ]);
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('an expression and a named service need no such function', async () => {
  for (const extensions of ['<zeebe:script expression="=1 + 1"/>', '<zeebe:taskDefinition type="sum"/>']) {
    expect(await findProblems(fileWith(node('scriptTask', 'a', { extensions })), rule, { scripts: false })).toEqual([]);
  }
});
