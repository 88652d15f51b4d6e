/** Rounds of a loop are computed ahead, so that one without an end is found after a few; no other loop ends by it. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Source } from '../../../src/plugin/engine/copies/copy-source.ts';
import { graphOf } from '../../../src/plugin/engine/slice/diagram-graph.ts';
import { countSameRounds } from '../../../src/plugin/loops/foresight.ts';
import type { PathEntry } from '../../../src/plugin/loops/path-entry.ts';
import { Visits } from '../../../src/plugin/loops/visits.ts';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  conditional,
  process as drawn,
  end,
  eventGateway,
  eventSubProcess,
  exclusive,
  inclusive,
  node,
  parallel,
  plainTask,
  processFile,
  root,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import {
  COUNTS_AND_COLLECTS,
  COUNTS_WITH_MULTI_INSTANCE,
  collects,
  countsAndForks,
  countsAtBoundary,
  countsThroughErrors,
  FORKS_AND_JOINS,
  FORKS_TO_SOME,
  forksDifferently,
  goesDifferently,
  HAS_LIMIT,
  SETS_ITSELF_OFF,
  sets,
  setsOffItsCondition,
  wakeEachOther,
} from '../../support/endless-loops.ts';
import { compileXml } from '../../support/inner/plugin.ts';
import { diagram, endWith, error, file, message, receiveTask, signal } from '../../support/named-events.ts';
import { startScenario } from '../scenario.ts';

const ask = userTask('ask', { assignee: 'anna' });

afterEach(() => {
  vi.restoreAllMocks();
});

/** Goes round until a condition is true, and then to the task `done`. */
const until = (condition: string, round: readonly BpmnNode[] = [sets('round', 'n + 1')]): string =>
  processFile(
    [start(), ask, exclusive('again'), ...round, exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
    `start > ask > again > ${round.map(({ id }) => id).join(' > ')} > more; more >[${condition}] done > end; more >* again`,
  );

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
  const nodes = [start(), ask, sets('first', 'n + 1'), userTask('done', { assignee: 'bo' }), end(), off];
  return processFile(nodes, 'start > ask > first > done > end');
};

/** Waits in each round for a condition that is true. */
const waitsInRounds = (condition: string): string =>
  processFile(
    [start(), ask, exclusive('again'), sets('round', 'n + 1'), catchEvent('met', conditional(condition))],
    'start > ask > again > round > met > again',
  );

const FORKS_AND_JOINS_INCLUSIVELY = processFile(
  [
    ...[start(), ask, exclusive('again'), inclusive('fork'), plainTask('side')],
    ...[sets('round', 'n + 1'), inclusive('join')],
  ],
  'start > ask > again > fork > side > join > again; fork > round > join',
);

const computed = (kind: 'signal' | 'message'): string => `<${kind}EventDefinition ${kind}Ref="computed"/>`;
const COMPUTED = {
  signal: (name: string) => root('signal', 'computed', { name }),
  correlated:
    '<message id="computed" name="M"><extensionElements><zeebe:subscription correlationKey="=key"/></extensionElements></message>',
};

/** A boundary event that keeps listening counts, and throws what it listens to. */
const wakesItself = (event: string, declaration: string): string =>
  file(
    declaration,
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' }), throwEvent('call', event)],
        boundary('called', 'done', event, { interrupting: false }),
        ...[sets('round', 'n + 1'), throwEvent('again', event), end(), end('over')],
      ],
      'start > ask > both > done > end; both > call > over; called > round > again > over',
    ),
  );

/** Throws a name in each round for which nothing waits. */
const throwsUnheard = (name: string, condition: string): string =>
  file(
    COMPUTED.signal(name),
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), sets('round', 'n + 1'), throwEvent('call', computed('signal'))],
        ...[exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
        ...[
          parallel('both'),
          userTask('side', { assignee: 'bo' }),
          boundary('heard', 'side', signal('S-50')),
          end('e2'),
        ],
        ...[sets('stop', '1000'), end('stopped')],
      ],
      `start > ask > both > side > e2; both > again > round > call > more; more >[${condition}] done > end; more >* again; heard > stop > stopped`,
    ),
  );

/** Each of two conditions changes the variable of the other, until one is false. */
const conditionsInTurn = (condition: string): string => {
  const waits = (id: string, text: string, variable: string) =>
    boundary(id, 'done', conditional(text, { attributes: { 'camunda:variableName': variable } }), {
      interrupting: false,
    });
  const ends = ['over', 'over2', 'begun'].map((id) => end(id));
  return processFile(
    [
      ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' }), end(), sets('first', 'n + 1'), ...ends],
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

/** The first of its iterations to end ends the others. */
const ENDS_ITERATIONS = until('=n < 0', [
  subProcess(
    'several',
    [
      ...[start('in'), sets('round', 'n + 1')],
      end('out', { content: '<bpmn:terminateEventDefinition flowable:terminateMultiInstance="true"/>' }),
    ],
    'in > round > out',
    { multiInstance: { cardinality: 3 } },
  ),
]);

/** Goes another way in each second round. */
const goesInTurn = (condition: string): string =>
  processFile(
    [
      ...[start(), ask, exclusive('again'), sets('round', 'n + 1'), exclusive('which')],
      ...[plainTask('odd'), sets('even', 'm + 2', 'm')],
      ...[exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
    ],
    `start > ask > again > round > which; which >[=modulo(n, 2) = 1] odd > more; which >* even > more; more >[${condition}] done > end; more >* again`,
  );

const AHEAD = /as the variables are, \w+ would be reached more than 120 times/;

test.each([
  ['that counts past its end', until('=n = 0')],
  ['that counts past its end, with ${}', until('${n < 0}')],
  ['of two variables', until('=m > 1000', [sets('round', 'n + 1'), sets('add', 'm + n', 'm')])],
  [
    'through a sub-process',
    until('=n < 0', [subProcess('inner', [start('in'), sets('round', 'n + 1'), end('out')], 'in > round > out')]),
  ],
  ['through an error', countsThroughErrors('=n < 0')],
  ['with a multi-instance', COUNTS_WITH_MULTI_INSTANCE],
  ['with a multi-instance that collects results', COUNTS_AND_COLLECTS],
  [
    'with one after the other that collects results',
    until('=count(found) = 5', [collects(true), sets('round', 'n + 1')]),
  ],
  ['that leaves a task in each round', countsAndForks(userTask('side', { assignee: 'bo' }))],
  ['that leaves a task which waits for a message', countsAndForks(receiveTask('side', 'M'))],
  ['that ends a token in each round', countsAndForks(end('side'))],
  ['that forks and joins', FORKS_AND_JOINS],
  ['that forks and joins inclusively', FORKS_AND_JOINS_INCLUSIVELY],
  ['that waits for a condition which is true', waitsInRounds('=n > 0')],
  ['of a boundary event that makes its condition true', setsOffItsCondition(conditional('=n > 0'))],
  ['of an event sub-process that makes its condition true', countsInEventSubProcess('=n > 1')],
  ['of two tokens that wake each other by signals', wakeEachOther(signal)],
  ['of two tokens that wake each other by messages', wakeEachOther(message)],
  ['of a token that interrupts a task', INTERRUPTS],
  ['whose fork takes some of its ways', FORKS_TO_SOME],
  ['of a signal whose name is computed', wakesItself(computed('signal'), COMPUTED.signal('S-${kind}'))],
  ['of a message whose key is computed', wakesItself(computed('message'), COMPUTED.correlated)],
  ['that throws another name in each round', throwsUnheard('T-${n}', '=n < 0')],
  ['of two conditions in turn', conditionsInTurn('=m < 1000')],
  ['with an event-based gateway', CHOOSES_BY_EVENT],
  ['with a limit in time', HAS_LIMIT],
  ['whose iterations end each other', ENDS_ITERATIONS],
  ['that goes two ways in turn', goesInTurn('=n < 0')],
])('an endless loop %s is found before its rounds are', async (_, xml) => {
  const run = await startScenario(xml, { n: 1, m: -1e9, list: [1, 2], kind: 'x', key: 'k' });
  await expect(run.press('ask')).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(AHEAD),
  });
});

test.each([
  ['of one token', goesDifferently],
  ['that fork', forksDifferently],
])('an endless loop whose rounds differ, %s, is found after the first of them', async (_, differs) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(differs('=n = 101'), { n: 1, m: 0 });
  await expect(run.press('ask')).rejects.toMatchObject({ message: expect.stringMatching(AHEAD) });
  expect(note.mock.calls.length).toBeLessThan(20);
});

test.each([
  ['of one token', goesDifferently, 40],
  ['of one token', goesDifferently, 119],
  ['that fork', forksDifferently, 40],
])('a loop whose rounds differ, %s, ends at its end', async (_, differs, rounds) => {
  const run = await startScenario(differs(`=m = ${rounds}`), { n: 1, m: 0 });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ m: rounds });
});

/** A boundary event keeps the name that was computed when the first event was thrown, in whatever round. */
const keepsName = (name: string, thrown: string, inside: readonly [readonly BpmnNode[], string], before: BpmnNode) =>
  file(
    name,
    thrown,
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), sets('round', 'n + 1'), before],
        subProcess('host', [start('in'), ...inside[0], end('out')], inside[1]),
        boundary('caught', 'host', '<messageEventDefinition messageRef="waited"/>'),
        ...[userTask('done', { assignee: 'bo' }), end()],
      ],
      `start > ask > again > round > ${before.id} > host > again; caught > done > end`,
    ),
  );

const NAMES = ['<message id="waited" name="M-${m}"/>', '<message id="thrown" name="M-1"/>'] as const;
const KEYS = [
  '<message id="waited" name="M"><extensionElements><zeebe:subscription correlationKey="=string(m)"/></extensionElements></message>',
  '<message id="thrown" name="M"><extensionElements><zeebe:subscription correlationKey="=&quot;1&quot;"/></extensionElements></message>',
] as const;
const throwsIt = (id: string) => throwEvent(id, '<messageEventDefinition messageRef="thrown"/>');

/** Each is known of some round, but together they come once: the name is 1, and is thrown. */
const THROWS_ONCE: readonly [readonly BpmnNode[], string] = [
  [throwEvent('fix', signal('unheard')), exclusive('which'), throwsIt('throw'), exclusive('join')],
  'in > fix > which >[=m = 0 or n = 51] throw > join; which >* join > out',
];
/** Once, the name is not computed before its variable changes. */
const COMPUTES_LATE: readonly [readonly BpmnNode[], string] = [
  [
    ...[exclusive('even'), throwEvent('fix', signal('unheard')), plainTask('pass')],
    ...[exclusive('odd'), throwEvent('fix2', signal('unheard')), plainTask('pass2')],
    ...[exclusive('join'), sets('late', '1', 'm'), throwsIt('throw')],
  ],
  'in > even >[=modulo(n, 2) = 0] fix > odd; even >* pass > odd >[=modulo(n, 2) = 1 and n != 51] fix2 > join; odd >* pass2 > join > late > throw > out',
];

test.each([
  ['name that is heard once', keepsName(...NAMES, THROWS_ONCE, sets('choose', 'modulo(n, 2)', 'm'))],
  ['key that is heard once', keepsName(...KEYS, THROWS_ONCE, sets('choose', 'modulo(n, 2)', 'm'))],
  ['name that is computed late once', keepsName(...NAMES, COMPUTES_LATE, sets('choose', '0', 'm'))],
])('a loop ends by a %s', async (_, xml) => {
  const run = await startScenario(xml, { n: 0, m: 0 }, { businessKey: '1' });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 51 });
});

test.each([
  ['of errors that are caught, and which counts', countsThroughErrors('=n < 0'), 10],
  ['of an event sub-process that sets itself off', SETS_ITSELF_OFF, 8],
  ['of a boundary event that sets itself off', countsAtBoundary('=n < 0'), 11],
  [
    'through a sub-process',
    until('=n < 0', [subProcess('inner', [start('in'), sets('round', 'n + 1'), end('out')], 'in > round > out')]),
    9,
  ],
])('a loop %s is found after its first round', async (_, xml, reached) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(xml, { n: 1 });
  await expect(run.press('ask')).rejects.toMatchObject({ message: expect.stringMatching(AHEAD) });
  expect(note).toHaveBeenCalledTimes(reached);
});

test.each([
  ['=n = 1'],
  ['=n = 2'],
  ['=n = 3'],
  ['=n = 5'],
  ['=n = 57'],
  ['=n = 119'],
  ['=n >= 100'],
  ['=modulo(n, 64) = 0'],
  ['${n == 100}'],
])('a loop that ends when %s ends there', async (condition) => {
  const run = await startScenario(until(condition), { n: 0 });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('a boundary event that sets itself off ends when its condition is true', async () => {
  const run = await startScenario(countsAtBoundary('=n >= 50'), { n: 0 });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50 });
});

test.each([
  ['when it is false', setsOffItsCondition(conditional('=n < 50'))],
  ['when nothing changes any more', setsOffItsCondition(conditional('=n > 0'), '=min([n + 1, 50])')],
  [
    'when its variable does not change any more',
    setsOffItsCondition(conditional('=n > 0', { attributes: { 'camunda:variableName': 'n' } }), '=min([n + 1, 50])'),
  ],
  ['when it is false in an event sub-process', countsInEventSubProcess('=n > 0 and n < 50')],
])('a condition that an event makes true again ends it %s', async (_, xml) => {
  const run = await startScenario(xml, { n: 0 });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50 });
});

test.each([
  ['of two conditions in turn ends when one is false', conditionsInTurn('=m < 50'), { m: 50 }],
  ['that goes two ways in turn ends when its condition is true', goesInTurn('=n = 101'), { n: 101, m: 100 }],
  ['that throws another name in each round ends when one is heard', throwsUnheard('S-${n}', '=n > 500'), { n: 1000 }],
])('a loop %s', async (_, xml, variables) => {
  const run = await startScenario(xml, { n: 0, m: 0 });
  await run.press('ask');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject(variables);
});

test('a loop that waits for a condition in each round waits when it is false', async () => {
  const run = await startScenario(waitsInRounds('=n < 50'), { n: 0 });
  await run.press('ask');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50 });
});

const side = userTask('side', { assignee: 'bo' });
const stop = end('stop', { content: terminate() });

/** What a round leaves behind ends the next one. */
const ENDED_BY_WHAT_IS_LEFT = {
  'a task, when its fork goes on first': diagram(
    [
      ...[start(), ask, exclusive('again'), throwEvent('call', signal('S')), sets('round', 'n + 1')],
      ...[parallel('fork'), side, boundary('taken', 'side', signal('S')), stop],
    ],
    'start > ask > again > call > round > fork > again; fork > side; taken > stop',
  ),
  'a token that waits for a message': diagram(
    [
      ...[start(), ask, exclusive('again'), throwEvent('call', message('M')), sets('round', 'n + 1')],
      ...[parallel('fork'), catchEvent('heard', message('M')), stop],
    ],
    'start > ask > again > call > round > fork > again; fork > heard > stop',
  ),
  'a token behind a condition': diagram(
    [
      ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' })],
      boundary('met', 'done', conditional('=n > 0'), { interrupting: false }),
      ...[sets('first', 'n + 1'), throwEvent('call', message('M')), sets('count', 'n + 1')],
      ...[catchEvent('heard', message('M')), stop, end('over'), end()],
    ],
    'start > ask > both > done > end; both > first > over; met > call > count > heard > stop',
  ),
};

/** Parts of an earlier step are ended one by one, and each round adds one; with the last of them all is over. */
const ENDS_PARTS_OF_BEFORE = (ending: string, ...around: readonly BpmnNode[]): string => {
  const numbers = [...Array(6).keys()];
  const part = subProcess(
    'part',
    [
      ...[start('in2'), userTask('hold', { assignee: 'bo' }), throwEvent('wake', signal('W')), end('out2')],
      boundary('met', 'hold', conditional('=n > 0'), { interrupting: false }),
      end('fail', { content: ending }),
    ],
    'in2 > hold > out2; met > wake > fail',
  );
  const outer = subProcess(
    'outer',
    [
      ...[start('in'), exclusive('which'), parallel('many'), exclusive('go'), part, end('out'), ...around],
      ...numbers.map((number) => plainTask(`p${number}`)),
    ],
    [
      'in > which; which >[=n = 0] many; which >* go; go > part > out',
      ...(around.length > 0 ? ['failed > out'] : []),
      ...numbers.map((number) => `many > p${number} > go`),
    ].join('; '),
  );
  return diagram(
    [
      ...[start(), ask, parallel('begin'), outer, exclusive('enter'), stop, exclusive('again'), sets('count', 'n + 1')],
      ...[parallel('fork'), catchEvent('woken', signal('W'))],
    ],
    'start > begin > enter > outer > stop; begin > ask > again > count > fork > woken > again; fork > enter',
  );
};

/** The loop goes on first, and leaves something that waits for a result. */
const leavesJob = (job: BpmnNode): string =>
  diagram(
    [
      ...[start(), ask, exclusive('again'), throwEvent('call', signal('S')), sets('round', 'n + 1')],
      ...[job, boundary('taken', job.id, signal('S')), stop],
    ],
    `start > ask > again > call > round > again; round > ${job.id}; taken > stop`,
  );
const service = node('serviceTask', 'side', { extensions: '<zeebe:taskDefinition type="x"/>' });

test.each([
  ['a service that runs', leavesJob(service)],
  [
    'a part with a service that runs',
    leavesJob(subProcess('part', [start('in'), service, end('out')], 'in > side > out')),
  ],
  ['parts of an earlier step, each terminated in turn', ENDS_PARTS_OF_BEFORE(terminate())],
  [
    'parts of an earlier step, each ended by its error in turn',
    ENDS_PARTS_OF_BEFORE(error('E'), boundary('failed', 'part', error('E'))),
  ],
])('a loop that leaves %s ends by what it uses up', async (_, xml) => {
  const run = await startScenario(xml, { n: 0 });
  await run.press('ask');
  expect(run.ended).toBe(true);
});

test.each(Object.entries(ENDED_BY_WHAT_IS_LEFT))('a loop that leaves %s ends by it', async (_, xml) => {
  const run = await startScenario(xml, { n: 0 });
  await run.press('ask');
  expect(run.ended).toBe(true);
});

test.each([
  [
    'a loop waits in',
    processFile(
      [
        ...[start(), ask, exclusive('again'), sets('round', 'n + 1'), catchEvent('met', conditional('=n > 0'))],
        ...[exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
      ],
      'start > ask > again > round > met > more; more >[=n >= 100] done > end; more >* again',
    ),
  ],
  [
    'iterations wait in, one after the other,',
    processFile(
      [
        ...[start(), ask, userTask('done', { assignee: 'bo' }), end()],
        subProcess('each', [start('in'), catchEvent('met', conditional('=n > 0')), end('out')], 'in > met > out', {
          multiInstance: { cardinality: 100, sequential: true },
        }),
      ],
      'start > ask > each > done > end',
    ),
  ],
])('a condition that %s may be true a hundred times', async (_, xml) => {
  const run = await startScenario(xml, { n: 1 });
  await run.press('ask');
  expect(run.open).toBe('done');
});

const FIVE = ['a', 'b', 'c', 'd', 'e'];

/** A loop behind `begin` that uses up what is left of what was there before it. */
const USES_UP = {
  'tokens in front of a join': {
    nodes: [
      ...[exclusive('merge'), parallel('join'), exclusive('again'), sets('round', 'n + 1')],
      ...FIVE.map((id) => plainTask(id)),
    ],
    loop: 'again > round > join > again',
    rest: `merge > join; ${FIVE.map((id) => `begin > ${id} > merge`).join('; ')}`,
  },
  'tokens that wait for a message': {
    nodes: [
      ...[exclusive('wait'), catchEvent('heard', message('M')), sets('count', 'n + 1'), exclusive('again')],
      ...[sets('before', 'n', 'last'), throwEvent('send', message('M')), exclusive('more')],
      ...[userTask('done', { assignee: 'bo' }), plainTask('late'), ...FIVE.map((id) => plainTask(id))],
    ],
    loop: 'late > again > before > send > more; more >[=n = last] done; more >* again',
    rest: `wait > heard > count; ${FIVE.map((id) => `begin > ${id} > wait`).join('; ')}`,
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
      ...[catchEvent('answered', signal('B')), sets('round', 'n + 1')],
    ],
    loop: 'again > call > answered > round > again',
    rest: 'begin > part',
  },
};

test.each(
  Object.entries(USES_UP).flatMap(([what, parts]) => [
    { what, when: 'the same step', ...parts, paths: `start > ask > begin; ${parts.rest}; begin > ${parts.loop}` },
    { what, when: 'an earlier step', ...parts, paths: `start > begin; ${parts.rest}; begin > ask > ${parts.loop}` },
  ]),
)('a loop that uses up $what, of $when, ends', async ({ nodes, paths }) => {
  const run = await startScenario(diagram([start(), ask, parallel('begin'), ...nodes], paths), { n: 0 });
  await run.press('ask');
  const { variables } = JSON.parse(run.snapshot ?? '');
  expect([5, 6]).toContain(variables.n);
});

test('a signal that reaches a task, and the one after it, goes on once', async () => {
  const xml = diagram(
    [
      ...[start(), ask, parallel('begin'), plainTask('first'), userTask('host', { assignee: 'bo' })],
      ...[boundary('called', 'host', signal('S'), { interrupting: false }), throwEvent('call', signal('S'))],
    ],
    'start > ask > begin > first > host; begin > call > first; called > host',
  );
  const run = await startScenario(xml, {});
  await run.press('ask');
  expect(run.reports).toEqual(['ask next host,host(2),host(2)']);
});

test('a loop over the entries of a list goes on to its last', async () => {
  const xml = until('=n = count(list) and total = 4950', [
    sets('round', 'n + 1'),
    sets('sum', 'total + list[n]', 'total'),
  ]);
  const run = await startScenario(xml, { n: 0, total: 0, list: Array.from({ length: 100 }, (_, index) => index) });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('a loop goes on if a button chose the way of its first round alone', async () => {
  const xml = processFile(
    [
      start(),
      userTask('ask', { assignee: 'anna' }),
      exclusive('way'),
      plainTask('round'),
      userTask('done', { assignee: 'bo' }),
      end(),
    ],
    'start > ask > way; way >"Done" done > end; way >"Again" round > way',
  );
  const run = await startScenario(xml, { n: 0 });
  await run.press('ask', 'Again');
  expect(run.open).toBe('done');
});

const LIST_LOOP = 'inputCollection="=list" inputElement="entry"';
const loopOver = (attributes: string, condition = ''): string =>
  `<bpmn:multiInstanceLoopCharacteristics isSequential="true"><bpmn:extensionElements><zeebe:loopCharacteristics ${attributes}/></bpmn:extensionElements>${condition}</bpmn:multiInstanceLoopCharacteristics>`;

/** Runs a node for each entry of `list`. */
const forEach = (set: BpmnNode, condition?: string): BpmnNode =>
  subProcess('each', [start('in'), set, end('out')], `in > ${set.id} > out`, {
    content: loopOver(LIST_LOOP, condition),
  });

test.each([
  ['until its iterations have set enough', '=total >= 60', [forEach(sets('add', 'total + entry', 'total'))]],
  [
    'until its list has grown',
    '=n > 100',
    [forEach(sets('one', 'n + 1')), sets('grow', 'if n &gt; 9 then long else list', 'list')],
  ],
  [
    'until its completion condition is false',
    '=n > 40',
    [forEach(sets('one', 'n + 1'), '<bpmn:completionCondition>=n &lt; 20</bpmn:completionCondition>')],
  ],
  [
    'until its results are enough',
    '=n = 30',
    [collects(true), sets('round', 'count(found)', 'x'), sets('sum', 'x + found[x] - 3')],
  ],
  ['until one of its results is enough', '=max(found) = 61', [collects(false), sets('sum', 'n + 1')]],
  [
    'until its list, to which its results are added, has grown',
    '=count(list) > 60',
    [collects(false), sets('grow', 'append(list, found[1])', 'list')],
  ],
])('a loop with a multi-instance goes on %s', async (_, condition, round) => {
  const run = await startScenario(until(condition, round), { n: 0, total: 0, list: [1, 2], long: Array(9).fill(1) });
  await run.press('ask');
  expect(run.open).toBe('done');
});

/** In each iteration a variable is set until it has reached its element. */
const inIterations = (set: BpmnNode): string => {
  const part = subProcess(
    'part',
    [start('in'), exclusive('again'), set, exclusive('more'), end('out')],
    `in > again > ${set.id} > more; more >[=n >= limit] out; more >* again`,
    { multiInstance: { collection: '${limits}', elementVariable: 'limit', sequential: true } },
  );
  return processFile(
    [start(), ask, part, userTask('done', { assignee: 'bo' }), end()],
    'start > ask > part > done > end',
  );
};

test('a loop in an iteration reads its element variable, not the variable of that name', async () => {
  const run = await startScenario(inIterations(sets('round', 'n + 1')), { n: 0, limit: 1e9, limits: [10, 20] });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('an endless loop in an iteration is found before its rounds are', async () => {
  const run = await startScenario(inIterations(sets('round', 'n + 1')), { n: 0, limit: 10, limits: [10, 1e9] });
  await expect(run.press('ask')).rejects.toMatchObject({ message: expect.stringMatching(AHEAD) });
});

test('a variable that the element variable hides is set behind it', async () => {
  const run = await startScenario(inIterations(sets('round', 'n + 1', 'limit')), { n: 0, limit: 10, limits: [10] });
  await expect(run.press('ask')).rejects.toMatchObject({ message: expect.stringMatching(AHEAD) });
});

test('an element variable stays what it is where a variable of its name and value is set', async () => {
  const part = subProcess(
    'part',
    [
      ...[start('in'), exclusive('again'), sets('round', 'n + 1')],
      ...[sets('hidden', 'if n &gt; 50 then 1000 else 10', 'limit'), exclusive('more'), end('out')],
    ],
    'in > again > round > hidden > more; more >[=n >= 60 and limit = 10] out; more >* again',
    { multiInstance: { collection: '${limits}', elementVariable: 'limit', sequential: true } },
  );
  const nodes = [start(), ask, part, userTask('done', { assignee: 'bo' }), end()];
  const run = await startScenario(processFile(nodes, 'start > ask > part > done > end'), {
    ...{ n: 0, limit: 10, limits: [10] },
  });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('the code of a caught error is set again in each round', async () => {
  const thrown = error('E').replace('/>', ' camunda:errorCodeVariable="code"/>');
  const xml = file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), sets('count', 'n + 1')],
        subProcess('try', [start('begin'), endWith('fail', error('E'))], 'begin > fail'),
        ...[boundary('caught', 'try', thrown), exclusive('gate'), sets('reset', '&quot;x&quot;', 'code')],
        ...[userTask('done', { assignee: 'bo' }), end()],
      ],
      'start > ask > again > count > try > end; caught > gate; gate >[=n >= 50 and code = "E"] done; gate >* reset > again; done > end',
    ),
  );
  const run = await startScenario(xml, { n: 0, code: 'x' });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('a round tells nothing that did not set what is computed, or whose nodes depend on something else', async () => {
  const tells = [throwEvent('always', signal('S')), throwEvent('computed', signal('C'))];
  const nodes = [start(), ask, sets('round', 'n + 1'), collects(true), ...tells, end()];
  const xml = file(
    root('signal', 'signal-C', { name: 'C-${n}' }),
    drawn('process', nodes, 'start > ask > round > collect > always > computed > end'),
  );
  const { model, source } = await compileXml(xml, {});
  const diagram = graphOf(source as unknown as Source);
  const service = model.services.get('round');
  const output = model.services.get('collect')?.multiInstance?.output;
  const trigger = model.events.get('computed')?.trigger;
  if (!service || !output || trigger?.kind !== 'signal') throw new Error('There is no such node.');
  const context = { now: 0, timeZone: 'UTC', functions: new Map() };
  const around = { callId: undefined, initiatorVariable: undefined };
  const isSeen = (nodeId: string, now: number, ...entries: readonly PathEntry[]) => {
    const path = [
      { kind: 'node', nodeId, type: 'bpmn:Task' },
      { kind: 'assignment', service, scope: { ...around, iterations: {} } },
      ...entries,
    ] as const;
    const all = { variables: { n: 1 }, called: {} };
    const round = { path, all, seen: all };
    const ahead = {
      model,
      diagram,
      context,
      holdsTokens: () => false,
      hasRest: () => false,
      hasMoving: () => false,
      isTimerDue: () => false,
      rounds: 5,
    };
    return countSameRounds([round, round], { variables: { n: now }, called: {} }, ahead) === 5;
  };
  expect(isSeen('round', 2)).toBe(true);
  expect(isSeen('round', 3)).toBe(false);
  expect(isSeen('collect', 2)).toBe(true);
  // The multi-instance began before the round.
  expect(isSeen('collect', 2, { kind: 'results', began: 3, output, around })).toBe(false);
  expect(isSeen('always', 2)).toBe(true);
  // What one throw of an earlier round sets off, one after the other.
  expect(isSeen('always', 2, { kind: 'event', nodeId: 'heard', waited: 1, thrown: 3 })).toBe(true);
  expect(isSeen('always', 2, { kind: 'event', nodeId: 'heard', waited: 1, thrown: 4 })).toBe(false);
  const named = (name: string): PathEntry => ({
    ...{ kind: 'named', trigger, scope: { ...around, iterations: {} } },
    names: { name, correlationKey: null },
  });
  expect(isSeen('computed', 2, named('C-2'))).toBe(false);
  expect(isSeen('computed', 2, { kind: 'other' })).toBe(false);
});

/** Counts behind a timer that takes no time, until a condition is true. */
const countsByTimers = (duration: string, condition: string): string =>
  processFile(
    [
      ...[start(), ask, exclusive('again'), catchEvent('wait', timer(duration)), sets('round', 'n + 1')],
      ...[sets('next', 'if n = 50 then &quot;P1D&quot; else &quot;PT0S&quot;', 'duration'), exclusive('more')],
      ...[userTask('done', { assignee: 'bo' }), end()],
    ],
    `start > ask > again > wait > round > next > more; more >[${condition}] done > end; more >* again`,
  );

/** The same, beside a condition that becomes true in round 50. */
const countsBesideCondition = (condition: string): string =>
  processFile(
    [
      ...[start(), ask, exclusive('again'), catchEvent('wait', timer('PT0S')), sets('round', 'n + 1')],
      ...[exclusive('more'), end(), userTask('done', { assignee: 'bo' })],
      eventSubProcess(
        'off',
        [start('met', { content: conditional(condition) }), userTask('stopped', { assignee: 'bo' }), end('over')],
        'met > stopped > over',
      ),
    ],
    'start > ask > again > wait > round > more; more >[=n >= 60] done > end; more >* again',
  );

/** The same of a timer at a task, beside one that fires in round 50 if it may. */
const countsAtTask = (condition: string, duration = 'PT0S', other = 'P1D'): string =>
  processFile(
    [
      ...[start(), ask, exclusive('again'), userTask('a', { assignee: 'bo' })],
      ...[boundary('other', 'a', timer(other)), boundary('t', 'a', timer(duration))],
      ...[sets('round', 'n + 1'), exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
    ],
    `start > ask > again > a > end; t > round > more; other > done; more >[${condition}] done > end; more >* again`,
  );

const IN_ROUND_50 = '=if n = 50 then duration("PT0S") else duration("P1D")';

test.each([
  ['behind each other', countsByTimers('PT0S', '=n < 0')],
  ['at a task', countsAtTask('=n < 0')],
  ['behind each other, with times that are computed', countsByTimers('${none}', '=n < 0')],
  ['at a task, with times that are computed', countsAtTask('=n < 0', '${none}', '${duration}')],
])('an endless loop of timers that take no time %s is found before its rounds are', async (_, xml) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(xml, { n: 0, duration: 'P1D', none: 'PT0S' });
  await run.press('ask');
  await expect(run.wake(1)).rejects.toMatchObject({ message: expect.stringMatching(AHEAD) });
  expect(note.mock.calls.length).toBeLessThan(60);
});

test.each([
  ['behind each other, at its condition', countsByTimers('PT0S', '=n >= 60'), 'done', 60],
  ['at a task, at its condition', countsAtTask('=n >= 60'), 'done', 60],
  [
    'at a task, by another timer that takes none in one round',
    countsAtTask('=n >= 60', '${none}', IN_ROUND_50),
    'done',
    50,
  ],
  ['by a condition that becomes true', countsBesideCondition('=n = 50'), 'stopped', 50],
  ['by a timer that takes time in one round', countsByTimers('${duration}', '=n >= 60'), '', 50],
])('a loop of timers that take no time ends %s', async (_, xml, open, n) => {
  const run = await startScenario(xml, { n: 0, duration: 'PT0S', none: 'PT0S' });
  await run.press('ask');
  await run.wake(1);
  expect(run.open).toBe(open);
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n });
});
