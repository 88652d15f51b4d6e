import { expect, test } from 'vitest';
import { fileWith, serviceTask, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'completion-condition-invalid';
const withCondition = (condition: string) => fileWith(userTask('a', { multiInstance: { cardinality: 2, condition } }));

test('a completion condition without an expression is refused, since every press would fail', async () => {
  expect(await findProblems(withCondition('nrOfCompletedInstances >= 1'), rule)).toEqual([
    'error a: The completion condition of "a", "nrOfCompletedInstances >= 1", is plain text, which is neither true nor false.',
  ]);
});

test('a script is run', async () => {
  const inMvel = (xml: string) =>
    xml.replace('<completionCondition', '<completionCondition language="http://www.mvel.org/2.0"');
  expect(await findProblems(inMvel(withCondition('approved == true')), rule)).toEqual([]);
  const multiInstance = { collection: '${people}', elementVariable: 'p', condition: 'approved == true' };
  const attributes = { 'ttc:countersign': 'shared' };
  for (const each of [
    userTask('a', { assignee: '${p}', multiInstance, attributes }),
    serviceTask('a', { multiInstance }),
  ]) {
    expect(await findProblems(inMvel(fileWith(each)), rule)).toEqual([]);
  }
});

test.each(['${nrOfCompletedInstances >= 1}', '=numberOfCompletedInstances >= 1', 'true'])(
  '%s is fine',
  async (text) => {
    expect(await findProblems(withCondition(text), rule)).toEqual([]);
  },
);
