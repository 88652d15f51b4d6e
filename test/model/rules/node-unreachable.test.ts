import { expect, test } from 'vitest';
import { end, node, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'node-unreachable';

test('a task that no path leads to is refused', async () => {
  const xml = processFile([start(), userTask('a'), userTask('b', { name: 'B' }), end()], 'start > a > end; b > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error b: No path leads from the start event to "B", so it never happens.',
  ]);
});

test('a circle that hangs on nothing is refused', async () => {
  const xml = processFile([start(), userTask('a'), end(), userTask('b'), userTask('c')], 'start > a > end; b > c > b');
  expect(await findProblems(xml, rule)).toEqual([
    'error b: No path leads from the start event to "b", so it never happens.',
    'error c: No path leads from the start event to "c", so it never happens.',
  ]);
});

test('what hangs on a boundary event is not called unreachable', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      userTask('b'),
      end(),
      node('boundaryEvent', 'late', { attributes: { attachedToRef: 'a' }, content: '<timerEventDefinition/>' }),
    ],
    'start > a > end; late > b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
