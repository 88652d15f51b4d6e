import { expect, test } from 'vitest';
import { end, parallel, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'condition-ignored';

test('a parallel gateway takes a flow with a condition all the same', async () => {
  const xml = processFile(
    [start(), parallel('fork'), userTask('a'), userTask('b'), end()],
    'start > fork; fork >[${x > 1}] a > end; fork > b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning fork-a: The flow has a condition, but the gateway "fork" ignores it: a parallel gateway takes all its flows.',
  ]);
});

test('behind an activity and an event it is asked', async () => {
  const xml = processFile(
    [start(), userTask('a'), userTask('b'), end()],
    'start >[${x > 1}] a; start >[${x < 2}] b; a >[${x > 1}] end; b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
