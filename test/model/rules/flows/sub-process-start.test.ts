import { expect, test } from 'vitest';
import { end, fileWith, start, subProcess, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'sub-process-start';

test.each([
  ['nothing in it', subProcess('part', [], ''), 'has nothing in it'],
  [
    'two start events',
    subProcess('part', [start('s'), start('t'), userTask('a'), end('e')], 's > a > e; t > a'),
    'has 2 start events',
  ],
  [
    'two beginnings',
    subProcess('part', [userTask('a'), userTask('b'), end('e')], 'a > e; b > e'),
    'has no start event, and 2 elements without a flow to them',
  ],
  [
    'a circle for a beginning',
    subProcess('part', [userTask('a'), userTask('b')], 'a > b > a'),
    'has no start event, and no element without a flow to it',
  ],
])('a sub-process with %s is refused', async (_what, part, reason) => {
  expect(await findProblems(fileWith(part), rule)).toEqual([`error part: The sub-process "part" ${reason}.`]);
});

test('one start event is fine, and so is none where there is one beginning', async () => {
  const started = subProcess('part', [start('s'), userTask('a'), end('e')], 's > a > e');
  expect(await findProblems(fileWith(started), rule)).toEqual([]);
  const plain = subProcess('part', [userTask('a'), userTask('b')], 'a > b');
  expect(await findProblems(fileWith(plain), rule)).toEqual([]);
});
