import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'completion-condition-invalid';
const withCondition = (condition: string) => fileWith(userTask('a', { multiInstance: { cardinality: 2, condition } }));

test('a completion condition without an expression is refused, since every press would fail', async () => {
  expect(await findProblems(withCondition('nrOfCompletedInstances >= 1'), rule)).toEqual([
    'error a: The completion condition of "a", "nrOfCompletedInstances >= 1", is plain text, which is neither true nor false.',
  ]);
});

test('a script is named as one', async () => {
  const script = withCondition('approved == true').replace(
    '<completionCondition',
    '<completionCondition language="http://www.mvel.org/2.0"',
  );
  expect(await findProblems(script, rule)).toEqual([
    'error a: The completion condition of "a", "approved == true", is a script in http://www.mvel.org/2.0, and it is looked at in the step in which somebody signs, which waits for no script.',
  ]);
  const { problems } = await readModel(script);
  expect(problems.find(({ rule: name }) => name === rule)?.remedy).toContain('a function of the host can');
});

test.each(['${nrOfCompletedInstances >= 1}', '=numberOfCompletedInstances >= 1', 'true'])(
  '%s is fine',
  async (text) => {
    expect(await findProblems(withCondition(text), rule)).toEqual([]);
  },
);
