import { describe, expect, test } from 'vitest';
import { prepareDiagram } from '../../../../src/model/prepare/prepare-diagram.ts';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  error,
  escalation,
  eventGateway,
  eventSubProcess,
  exclusive,
  link,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'join-may-wait-forever';
const tasks = [start(), userTask('a'), userTask('b'), userTask('c'), end()];

test('a parallel gateway behind an exclusive split is pointed out', async () => {
  const xml = processFile([...tasks, exclusive('x'), parallel('j')], 'start > a > x > b > j > end; x > c > j');
  expect(await findProblems(xml, rule)).toEqual([
    'error j: The parallel gateway "j" waits for all of its flows, but "x" before it takes only one of its flows, so the join waits forever.',
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
    'error j: The gateway "j" can hold a token when nothing else is left to happen, for example after "a", "c", "b", "d": it then waits forever, and the process does not end.',
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

describe('an event that leads a token past the join', () => {
  const forked = (host: BpmnNode, more: readonly BpmnNode[], paths: string, options = {}) =>
    processFile(
      [start(), parallel('f'), host, userTask('b'), parallel('j'), userTask('c'), end(), end('past'), ...more],
      `start > f > h > j > c > end; f > b > j; ${paths}`,
      options,
    );
  const waits = (trail: string) =>
    `warning j: The gateway "j" can hold a token when nothing else is left to happen, for example after ${trail}: it then waits forever, and the process does not end.`;
  const task = userTask('h');
  const condition = '<conditionalEventDefinition><condition>${late}</condition></conditionalEventDefinition>';
  const part = subProcess(
    'h',
    [start('in'), userTask('ask'), exclusive('x'), end('raised', { content: escalation('u') }), end('out')],
    'in > ask > x; x >"Yes" out; x >"No" raised',
  );
  const roots = root('escalation', 'u', { escalationCode: 'u' }) + root('signal', 's', { name: 's' });

  test.each([
    ['an error of a service', serviceTask('h', { service: 'book' }), error()],
    ['a timer', task, timer('PT1H')],
    ['a message', task, message('m')],
    ['a condition', task, condition],
    ['a signal', task, signal('s')],
    ['an escalation of a sub-process', part, escalation('u')],
  ])('%s', async (_, host, content) => {
    const xml = forked(host, [boundary('late', 'h', content)], 'late > past', {
      roots: roots + root('message', 'm', { name: 'm' }),
    });
    expect(await findProblems(xml, rule)).toEqual([expect.stringMatching(/^warning j: .*"late"/)]);
  });

  test('says after what', async () => {
    const xml = forked(task, [boundary('late', 'h', timer('PT1H'))], 'late > past');
    expect(await findProblems(xml, rule)).toEqual([waits('"late", "b"')]);
  });

  test('where it leads to a task first, to another join, or over a link', async () => {
    const chased = forked(task, [boundary('late', 'h', timer('PT1H')), userTask('d')], 'late > d > past');
    expect(await findProblems(chased, rule)).toEqual([expect.stringContaining('warning j: ')]);
    const linked = forked(
      task,
      [
        ...[boundary('late', 'h', timer('PT1H')), throwEvent('out', link('L')), catchEvent('over', link('L'))],
        userTask('d'),
      ],
      'late > out; over > d > past',
    );
    const { problems } = await prepareDiagram(linked, { calledProcesses: async () => undefined });
    expect(problems.filter((each) => each.rule === rule)).toMatchObject([{ severity: 'warning', elementId: 'j' }]);
  });

  test('not where it leads to the join too', async () => {
    const xml = processFile(
      [
        ...[start(), parallel('f'), task, userTask('b'), exclusive('m'), parallel('j'), userTask('c'), end()],
        boundary('late', 'h', timer('PT1H')),
      ],
      'start > f > h > m > j > c > end; late > m; f > b > j',
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test.each([
    ['a terminate end takes all', task, timer('PT1H'), [end('stop', { content: terminate() })], 'late > stop'],
    ['it does not interrupt', task, timer('PT1H'), [], 'late > past', false],
    ['nothing throws it', task, error(), [], 'late > past'],
  ])('not where %s', async (_, host, content, more, paths, interrupting = true) => {
    const xml = forked(host, [boundary('late', 'h', content, { interrupting }), ...more], paths);
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test('not where one signal leads every branch past it', async () => {
    const xml = forked(
      task,
      [boundary('late', 'h', signal('s')), boundary('later', 'b', signal('s')), end('over')],
      'late > past; later > over',
      { roots },
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test('not where it stands in a sub-process of the branch, or around all that is joined', async () => {
    const stop = eventSubProcess('stop', [start('due', { content: timer('P9D') }), end('gone')], 'due > gone');
    const inside = subProcess('h', [start('in'), userTask('ask'), end('out'), stop], 'in > ask > out');
    expect(await findProblems(forked(inside, [], ''), rule)).toEqual([]);
    const all = subProcess(
      'all',
      [start('in'), parallel('f'), task, userTask('b'), parallel('j'), end('out')],
      'in > f > h > j > out; f > b > j',
    );
    const around = processFile(
      [start(), all, boundary('late', 'all', timer('PT1H')), end(), end('past')],
      'start > all > end; late > past',
    );
    expect(await findProblems(around, rule)).toEqual([]);
  });

  test('one exclusive gateway by a condition that leads to an end is an error', async () => {
    const xml = processFile(
      [...tasks, parallel('f'), exclusive('x'), parallel('j'), end('past')],
      'start > f > a > x; x >[${go}] j > c > end; x >* past; f > b > j',
    );
    expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error j: ')]);
  });
});
