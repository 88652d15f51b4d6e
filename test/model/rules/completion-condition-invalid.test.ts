import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import { fileWith, serviceTask, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'completion-condition-invalid';
const withCondition = (condition: string) => fileWith(userTask('a', { multiInstance: { cardinality: 2, condition } }));

test('a completion condition without an expression is refused, since every press would fail', async () => {
  expect(await findProblems(withCondition('nrOfCompletedInstances >= 1'), rule)).toEqual([
    'error a: The completion condition of "a", "nrOfCompletedInstances >= 1", is plain text, which is neither true nor false.',
  ]);
});

test('a script is run where people sign, each in a task of their own', async () => {
  const inMvel = (xml: string) =>
    xml.replace('<completionCondition', '<completionCondition language="http://www.mvel.org/2.0"');
  expect(await findProblems(inMvel(withCondition('approved == true')), rule)).toEqual([]);
  const multiInstance = { collection: '${people}', elementVariable: 'p', condition: 'approved == true' };
  const shared = fileWith(
    userTask('a', { assignee: '${p}', multiInstance, attributes: { 'ttc:countersign': 'shared' } }),
  );
  expect(await findProblems(inMvel(shared), rule)).toEqual([
    'error a: The completion condition of "a", "approved == true", is a script in http://www.mvel.org/2.0, and the signers share one task, which waits for no script between them.',
  ]);
  const service = inMvel(fileWith(serviceTask('a', { multiInstance })));
  expect(await findProblems(service, rule)).toEqual([
    'error a: The completion condition of "a", "approved == true", is a script in http://www.mvel.org/2.0, and it is asked in the step in which an instance ends, which waits for no script.',
  ]);
  const { problems } = await readModel(service);
  expect(problems.find(({ rule: name }) => name === rule)?.remedy).toContain('a function of the host can');
});

test.each(['${nrOfCompletedInstances >= 1}', '=numberOfCompletedInstances >= 1', 'true'])(
  '%s is fine',
  async (text) => {
    expect(await findProblems(withCondition(text), rule)).toEqual([]);
  },
);
