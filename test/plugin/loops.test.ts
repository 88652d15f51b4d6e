/** Loops in which nothing waits: those without an end fail the step, and those with one run to it. */
import { expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  callActivity,
  catchEvent,
  conditional,
  process as drawn,
  end,
  eventGateway,
  eventSubProcess,
  exclusive,
  parallel,
  plainTask,
  processFile,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import {
  countsAndForks,
  countsAtBoundary,
  countsThroughErrors,
  FORKS_AND_JOINS,
  FORKS_TO_SOME,
  SET_EACH_OTHER_OFF,
  sets,
  setsOffItsCondition,
  wakeEachOther,
} from '../support/endless-loops.ts';
import { diagram, file, message, signal } from '../support/named-events.ts';
import { startCompiled, startScenario } from './scenario.ts';
import { deploy } from './shapes/deploy-shape.ts';

const ask = userTask('ask', { assignee: 'anna' });
const done = userTask('done', { assignee: 'bo' });

/** Goes round until a condition is true, and then to the task `done`. */
const until = (condition: string, round: readonly BpmnNode[] = [sets('round', 'n + 1')]): string =>
  processFile(
    [start(), ask, exclusive('again'), ...round, exclusive('more'), done, end()],
    `start > ask > again > ${round.map(({ id }) => id).join(' > ')} > more; more >[${condition}] done > end; more >* again`,
  );

const inSubProcess = (set: BpmnNode, options = {}) =>
  subProcess('inner', [start('in'), set, end('out')], `in > ${set.id} > out`, options);

/** A token throws what takes a task from another one, which comes back to it. */
const INTERRUPTS = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), exclusive('back'), userTask('host', { assignee: 'bo' })],
      ...[boundary('taken', 'host', signal('S')), sets('round', 'n + 1')],
      ...[exclusive('again'), throwEvent('take', signal('S'))],
    ],
    'start > ask > both > back > host; both > again > take > again; taken > round > back',
  ),
);

/** An event sub-process sets a variable, which makes its condition true again. */
const countsInEventSubProcess = (condition: string): string => {
  const called = start('called', { content: conditional(condition), attributes: { isInterrupting: false } });
  const off = eventSubProcess('off', [called, sets('round', 'n + 1'), end('over')], 'called > round > over');
  return processFile([start(), ask, sets('first', 'n + 1'), done, end(), off], 'start > ask > first > done > end');
};

/** Waits in each round for a condition. */
const waitsInRounds = (condition: string): string =>
  processFile(
    [start(), ask, exclusive('again'), sets('round', 'n + 1'), catchEvent('met', conditional(condition))],
    'start > ask > again > round > met > again',
  );

/** Each of two conditions changes the variable of the other, until one is false. */
const conditionsInTurn = (condition: string): string => {
  const waits = (id: string, text: string, variable: string) =>
    boundary(id, 'done', conditional(text, { attributes: { 'camunda:variableName': variable } }), {
      interrupting: false,
    });
  return processFile(
    [
      ...[start(), ask, parallel('both'), done, end(), sets('first', 'n + 1'), end('over'), end('over2'), end('begun')],
      ...[waits('met', '=n > 0', 'n'), sets('one', 'm + 1', 'm'), waits('other', condition, 'm'), sets('two', 'n + 1')],
    ],
    'start > ask > both > done > end; both > first > begun; met > one > over; other > two > over2',
  );
};

/** Waits in each round for what comes first, of which one is there. */
const CHOOSES_BY_EVENT = processFile(
  [
    ...[start(), ask, exclusive('again'), sets('round', 'n + 1'), eventGateway('wait')],
    ...[catchEvent('met', conditional('=n > 0')), catchEvent('late', timer('P1D')), end()],
  ],
  'start > ask > again > round > wait > met > again; wait > late > end',
);

const ENDLESS = { code: 'ERR_STEP_FAILED', message: expect.stringContaining('contains a loop without a wait') };

test.each([
  ['that counts past its end', until('=n = 0')],
  ['through a sub-process', until('=n < 0', [inSubProcess(sets('round', 'n + 1'))])],
  [
    'with a multi-instance',
    until('=n < 0', [inSubProcess(sets('round', 'n + 1'), { multiInstance: { cardinality: 2 } })]),
  ],
  ['through an error', countsThroughErrors('=n < 0')],
  ['that leaves a task in each round', countsAndForks(userTask('side', { assignee: 'bo' }))],
  ['that ends a token in each round', countsAndForks(end('side'))],
  ['that forks and joins', FORKS_AND_JOINS],
  ['whose fork takes some of its ways', FORKS_TO_SOME],
  ['that waits for a condition which is true', waitsInRounds('=n > 0')],
  ['of a boundary event that throws its own signal', countsAtBoundary('=n < 0')],
  ['of a boundary event that makes its condition true', setsOffItsCondition(conditional('=n > 0'))],
  ['of an event sub-process that makes its condition true', countsInEventSubProcess('=n > 1')],
  ['of two event sub-processes that set each other off', SET_EACH_OTHER_OFF],
  ['of two tokens that wake each other by signals', wakeEachOther(signal)],
  ['of two tokens that wake each other by messages', wakeEachOther(message)],
  ['of a token that interrupts a task', INTERRUPTS],
  ['of two conditions in turn', conditionsInTurn('=m < 1000')],
  ['with an event-based gateway', CHOOSES_BY_EVENT],
])('an endless loop %s fails the step', async (_, xml) => {
  const run = await startScenario(xml, { n: 1, m: -1e9 }, { moves: 100 });
  await expect(run.press('ask')).rejects.toMatchObject(ENDLESS);
});

/** Counts behind a timer that takes no time, until a condition is true. */
const countsByTimers = (condition: string): string =>
  until(condition, [catchEvent('wait', timer('PT0S')), sets('round', 'n + 1')]);

/** The same of a timer at a task. */
const countsAtTask = (condition: string): string =>
  processFile(
    [
      ...[start(), ask, exclusive('again'), userTask('a', { assignee: 'bo' }), boundary('t', 'a', timer('PT0S'))],
      ...[sets('round', 'n + 1'), exclusive('more'), done, end()],
    ],
    `start > ask > again > a > end; t > round > more; more >[${condition}] done > end; more >* again`,
  );

test.each([
  ['behind each other', countsByTimers],
  ['at a task', countsAtTask],
])('a loop of timers that take no time %s ends at its end, or fails the step', async (_, counts) => {
  const endless = await startScenario(counts('=n < 0'), { n: 0 }, { moves: 100 });
  await endless.press('ask');
  await expect(endless.wake(1)).rejects.toMatchObject(ENDLESS);
  const run = await startScenario(counts('=n >= 60'), { n: 0 });
  await run.press('ask');
  await run.wake(1);
  expect(run.open).toBe('done');
});

/** Each of 25 rounds has 6 rounds of a loop in a sub-process, or in a call. */
const nested = (isCall: boolean): string => {
  const inside = [
    ...[start('in'), sets('zero', '0', 'k'), exclusive('ring'), throwEvent('tell', message('nobody'))],
    ...[sets('adds', 'k + 1', 'k'), exclusive('enough'), end('out')],
  ];
  const paths = 'in > zero > ring > tell > adds > enough; enough >[=k >= 6] out; enough >* ring';
  return file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), sets('count', 'm + 1', 'm'), exclusive('more'), done, end()],
        isCall ? callActivity('part', 'called') : subProcess('part', inside, paths),
      ],
      'start > ask > again > part > count > more; more >[=m >= 25] done; more >* again; done > end',
    ),
    ...(isCall ? [drawn('called', inside, paths, { isExecutable: false })] : []),
  );
};

/** Ten tokens go round, each of which wakes the next one. */
const tokens = Array.from({ length: 10 }, (_, index) => plainTask(`token${index}`));
const IN_TURN = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), ...tokens, exclusive('again'), catchEvent('wait', message('go')), done],
      ...[sets('count', 'm + 1', 'm'), exclusive('more'), throwEvent('tell', message('go')), end()],
      ...[throwEvent('first', message('go')), end('over')],
    ],
    [
      `start > ask > both; ${tokens.map(({ id }) => `both > ${id} > again`).join('; ')}; both > first > over`,
      'again > wait > count > more; more >[=m >= 300] done > end; more >* tell > again',
    ].join('; '),
  ),
);

test.each([
  ['in a sub-process of another one, 150 rounds together', nested(false), { m: 25 }],
  ['in a call of another one, 150 rounds together', nested(true), { m: 25 }],
  ['of ten tokens that take turns, 300 rounds together', IN_TURN, { m: 300 }],
  ['of two conditions in turn', conditionsInTurn('=m < 100'), { m: 100 }],
  ['of a boundary event that throws its own signal', countsAtBoundary('=n >= 50'), { n: 50 }],
  ['of a boundary event whose condition becomes false', setsOffItsCondition(conditional('=n < 50')), { n: 50 }],
  [
    'of a boundary event whose variable changes no more',
    setsOffItsCondition(conditional('=n > 0'), '=min([n + 1, 50])'),
    { n: 50 },
  ],
  ['of an event sub-process whose condition becomes false', countsInEventSubProcess('=n > 0 and n < 50'), { n: 50 }],
  ['that waits for a condition which is false at last', waitsInRounds('=n < 50'), { n: 50 }],
  ['that counts to 120', until('=n = 120'), { n: 120 }],
])('a loop %s ends at its end', async (_, xml, variables) => {
  const run = await startCompiled(await deploy(xml), { n: 0, m: 0, k: 0 });
  await run.press('ask');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject(variables);
});

test('a condition for which a hundred iterations wait, one after the other, may be true for each', async () => {
  const each = subProcess(
    'each',
    [start('in'), catchEvent('met', conditional('=n > 0')), end('out')],
    'in > met > out',
    {
      multiInstance: { cardinality: 100, sequential: true },
    },
  );
  const run = await startScenario(processFile([start(), ask, each, done, end()], 'start > ask > each > done > end'), {
    n: 1,
  });
  await run.press('ask');
  expect(run.open).toBe('done');
});

const FIVE = ['a', 'b', 'c', 'd', 'e'];

/** A loop behind `begin` that uses up what was there before it. */
const USES_UP = {
  'tokens in front of a join': {
    nodes: [
      ...[exclusive('merge'), parallel('join'), exclusive('again'), sets('round', 'n + 1')],
      ...FIVE.map((id) => plainTask(id)),
    ],
    loop: 'again > round > join > again',
    rest: `merge > join; ${FIVE.map((id) => `begin > ${id} > merge`).join('; ')}`,
  },
  'iterations of a multi-instance': {
    nodes: [
      subProcess(
        'part',
        [start('in'), catchEvent('asked', signal('A')), throwEvent('answer', signal('B')), end('out')],
        'in > asked > answer > out',
        { multiInstance: { cardinality: 5, sequential: true } },
      ),
      ...[exclusive('again'), throwEvent('call', signal('A'))],
      ...[catchEvent('answered', signal('B')), sets('round', '5 + 0 * n')],
    ],
    loop: 'again > call > answered > round > again',
    rest: 'begin > part',
  },
};

test.each(Object.entries(USES_UP))('a loop that uses up %s waits when nothing is left', async (_, parts) => {
  const paths = `start > ask > begin; ${parts.rest}; begin > ${parts.loop}`;
  const run = await startScenario(diagram([start(), ask, parallel('begin'), ...parts.nodes], paths), { n: 0 });
  await run.press('ask');
  const { variables } = JSON.parse(run.snapshot ?? '');
  expect([5, 6]).toContain(variables.n);
});

test('a loop ends by a task that its last round left', async () => {
  const xml = diagram(
    [
      ...[start(), ask, exclusive('again'), throwEvent('call', signal('S')), sets('round', 'n + 1')],
      ...[parallel('fork'), userTask('side', { assignee: 'bo' }), boundary('taken', 'side', signal('S'))],
      end('stop', { content: terminate() }),
    ],
    'start > ask > again > call > round > fork > again; fork > side; taken > stop',
  );
  const run = await startScenario(xml, { n: 0 });
  await run.press('ask');
  expect(run.ended).toBe(true);
});
