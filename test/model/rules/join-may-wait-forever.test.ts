import { expect, test } from 'vitest';
import {
  catchEvent,
  end,
  eventGateway,
  exclusive,
  parallel,
  processFile,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'join-may-wait-forever';
const tasks = [start(), userTask('a'), userTask('b'), userTask('c'), end()];

test('a parallel gateway behind an exclusive split is pointed out', async () => {
  const xml = processFile([...tasks, exclusive('x'), parallel('j')], 'start > a > x > b > j > end; x > c > j');
  expect(await findProblems(xml, rule)).toEqual([
    'warning j: The parallel gateway "j" waits for all of its flows, but "x" before it takes only one way, so it waits for ever.',
  ]);
});

test('so is one behind an event-based gateway', async () => {
  const xml = processFile(
    [start(), eventGateway('g'), catchEvent('s', timer('PT1H')), catchEvent('t', timer('PT2H')), parallel('j'), end()],
    'start > g > s > j > end; g > t > j',
  );
  expect(await findProblems(xml, rule)).toHaveLength(1);
});

test.each([
  ['a parallel fork', [parallel('f'), parallel('j')], 'start > a > f > b > j > end; f > c > j'],
  [
    'a fork on one way of a split',
    [exclusive('x'), parallel('f'), parallel('j')],
    'start > a > x > f > b > j > end; f > c > j; x > end',
  ],
  [
    'a rework loop inside a branch',
    [parallel('f'), exclusive('x'), parallel('j')],
    'start > a > f > b > x > j > end; x > b; f > c > j',
  ],
  [
    'a fork on each way of a split, merged again',
    [exclusive('x'), parallel('f'), parallel('g'), exclusive('m'), exclusive('n'), parallel('j')],
    'start > a > x > f > m > b > j > end; f > n > c > j; x > g > m; g > n',
  ],
])('%s feeds the join', async (_what, gateways, paths) => {
  expect(await findProblems(processFile([...tasks, ...gateways], paths), rule)).toEqual([]);
});
