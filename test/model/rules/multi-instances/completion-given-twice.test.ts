import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'completion-given-twice';

test('two completion rules get a warning', async () => {
  const xml = fileWith(
    userTask('a', {
      attributes: { 'ttc:completion': 'any' },
      multiInstance: { cardinality: 2, condition: '${nrOfCompletedInstances > 0}' },
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has ttc:completion and a completion condition; the condition is ignored.',
  ]);
});

test('one is fine', async () => {
  const xml = fileWith(
    userTask('a', { multiInstance: { cardinality: 2, condition: '${nrOfCompletedInstances > 0}' } }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
