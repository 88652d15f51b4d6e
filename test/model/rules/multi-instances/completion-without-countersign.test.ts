import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'completion-without-countersign';

test('a completion rule for one person is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:completion': 'any' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" has ttc:completion, but no multi-instance marker: it happens once.',
  ]);
});

test('with several signers it is fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
