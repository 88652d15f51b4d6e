import { expect, test } from 'vitest';
import { end, lanes, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'lane-autoclaim-not-supported';
const DROOLS = '<definitions xmlns:drools="http://www.jboss.org/drools"';

/** Two tasks of one lane, and one of another. */
const drawn = (first: object, second: object) =>
  processFile(
    [start(), userTask('a', first), userTask('b', second), userTask('c', { groups: 'all' }), end()],
    'start > a > b > c > end',
    {
      before: lanes({ Clerks: ['a', 'b'], Boss: ['c'] }),
    },
  );

test('tasks of a lane that jBPM leaves to whoever handles one of them are said once', async () => {
  const xml = drawn({ groups: 'clerks' }, { groups: 'clerks' });
  expect(await findProblems(xml.replace('<definitions', DROOLS), rule)).toEqual([
    'warning lane-Clerks: In jBPM, the person who handles one of "a", "b" also gets the others of the lane "Clerks"; here, each task goes to everyone whom it names.',
  ]);
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('tasks of one person each are theirs in jBPM too', async () => {
  const xml = drawn({ assignee: 'anna' }, { assignee: 'bo' });
  expect(await findProblems(xml.replace('<definitions', DROOLS), rule)).toEqual([]);
});
