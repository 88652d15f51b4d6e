import { expect, test } from 'vitest';
import { bpmn, end, fileWith, process, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'other-pool-not-run';

test('a pool that is only drawn gets a warning', async () => {
  const xml = bpmn(
    process('p', [start(), userTask('a'), end()], 'start > a > end'),
    process('q', [], '', { isExecutable: false, name: 'Customer' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning q: The process "Customer" is not executable and will not run.',
  ]);
});

test('one process alone has no other pool', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
