import { expect, test } from 'vitest';
import { end, inclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'inclusive-takes-all';

test('an inclusive gateway without conditions gets a warning', async () => {
  const xml = processFile([start(), userTask('a'), inclusive('g'), end('x'), end('y')], 'start > a > g; g > x; g > y');
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: No flow out of the inclusive gateway "g" has a condition, so all of them are taken.',
  ]);
});

test('with conditions it is fine', async () => {
  const xml = processFile(
    [start(), userTask('a'), inclusive('g'), end('x'), end('y')],
    'start > a > g; g >[${x}] x; g >* y',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
