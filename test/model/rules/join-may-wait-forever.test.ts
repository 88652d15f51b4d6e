import { expect, test } from 'vitest';
import {
  catchEvent,
  end,
  eventGateway,
  eventSubProcess,
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
    'error j: The parallel gateway "j" waits for all of its flows, but "x" before it takes only one way, so it waits for ever.',
  ]);
});

test('so is one behind an event-based gateway', async () => {
  const xml = processFile(
    [start(), eventGateway('g'), catchEvent('s', timer('PT1H')), catchEvent('t', timer('PT2H')), parallel('j'), end()],
    'start > g > s > j > end; g > t > j',
  );
  expect(await findProblems(xml, rule)).toHaveLength(1);
});

test('so is one that a second token comes to by a flow that had its token', async () => {
  const xml = processFile(
    [...tasks, parallel('f'), exclusive('m'), parallel('j'), userTask('d')],
    'start > f > a > m > j > d > end; f > b > m; f > c > j',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error j: The gateway "j" can hold a token while nothing else is left, for example after "a", "c", "b", "d": it waits for ever, and the process does not end.',
  ]);
});

test('so is one of two branches of which people may leave one', async () => {
  const xml = processFile(
    [...tasks, parallel('f'), exclusive('x'), parallel('j')],
    'start > f > a > x; x >"ok" j > end; x >"leave" end; f > b > j',
  );
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error j: ')]);
});

test('where an event can still take the token away it is a warning', async () => {
  const late = eventSubProcess('late', [start('due', { content: timer('P9D') }), end('over')], 'due > over');
  const xml = processFile([...tasks, exclusive('x'), parallel('j'), late], 'start > a > x > b > j > end; x > c > j');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning j: ')]);
});

test('one that waits only where two conditions contradict each other is not', async () => {
  const xml = processFile(
    [...tasks, parallel('f'), exclusive('x'), exclusive('y'), parallel('j')],
    'start > f > a > x; x >[${go && ok}] j > end; x >* end; f > b > y; y >[${go && ok}] j; y >* end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
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
