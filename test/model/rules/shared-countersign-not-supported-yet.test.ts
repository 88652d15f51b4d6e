import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'shared-countersign-not-supported-yet';

test('one task for all signers is refused', async () => {
  const xml = fileWith(
    userTask('a', { attributes: { 'ttc:countersign': 'shared' }, multiInstance: { cardinality: 2 } }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: This version does not run one task that all signers share: "a".',
  ]);
});

test('a task per signer is fine', async () => {
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
