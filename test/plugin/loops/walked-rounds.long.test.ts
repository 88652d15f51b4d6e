/**
 * The next rounds of a loop are walked by the diagram, where tokens did not go yet. No loop that ends is taken for one
 * without an end by that, wherever its way out is, and whatever else is in the process.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { Visits } from '../../../src/plugin/loops/visits.ts';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  process as drawn,
  end,
  eventSubProcess,
  exclusive,
  inclusive,
  parallel,
  plainTask,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets } from '../../support/endless-loops.ts';
import { compileXml } from '../../support/inner/plugin.ts';
import { endWith, error, escalation, file, signal } from '../../support/named-events.ts';
import { startCompiled, startScenario } from '../scenario.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A part of a loop that is entered at `rare`, and left to `more`. */
interface Part {
  /** By default when `n` is 50. */
  readonly when?: string;
  readonly nodes: readonly BpmnNode[];
  readonly paths: string;
  /** Decides behind `more` whether the task `done` is reached. */
  readonly ends?: string;
  /** Something is thrown in each round, for which all tokens come to rest. */
  readonly rests?: boolean;
  /** Where each round begins. By default by `rests`. */
  readonly rest?: BpmnNode;
}

/** Goes past `rare` but in one round. */
const loopWith = ({ when = '=n = 50', nodes, paths, ends = '=found', rests = false, rest }: Part): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again'), sets('round', 'n + 1')],
        rest ?? (rests ? throwEvent('rest', escalation('nobody')) : plainTask('rest')),
        ...[exclusive('which'), exclusive('more'), userTask('done', { assignee: 'bo' }), end(), ...nodes],
      ],
      `start > ask > again > rest > round > which; which >[${when}] rare; which >* more; more >[${ends}] done > end; more >* again; ${paths}`,
    ),
  );

const find = sets('find', 'true', 'found');
const passes = (rare: BpmnNode): Part => ({ nodes: [rare, find], paths: 'rare > find > more' });
const through = (inside: readonly BpmnNode[], paths: string): Part => passes(subProcess('rare', inside, paths));
const caughtBy = (caught: string, inside: readonly BpmnNode[], paths: string): Part => ({
  nodes: [subProcess('rare', inside, paths), boundary('caught', 'rare', caught), find],
  paths: 'rare > more; caught > find > more',
  rests: true,
});
const fails = [start('in'), exclusive('fails'), endWith('fail', error('E')), end('out')];
const FAILING = 'in > fails >[=n = 50] fail; fails >* out';
const escalates = [start('in'), endWith('raise', escalation('E'))];

const FORESEEN: readonly (readonly [name: string, part: Part])[] = [
  ['a task that does nothing', passes(plainTask('rare'))],
  ['a task that sets a variable', { nodes: [sets('rare', 'true', 'found')], paths: 'rare > more' }],
  ['a sub-process', through([start('in'), plainTask('inside'), end('out')], 'in > inside > out')],
  [
    'a sub-process that sets the variable',
    {
      nodes: [subProcess('rare', [start('in'), find, end('out')], 'in > find > out')],
      paths: 'rare > more',
    },
  ],
  [
    'a fork and a join',
    {
      nodes: [parallel('rare'), find, plainTask('beside'), parallel('join')],
      paths: 'rare > find > join; rare > beside > join > more',
    },
  ],
  [
    'a sub-process with a fork and two ends',
    through(
      [
        start('in'),
        parallel('fork'),
        subProcess('inner', [start('begin'), end('over')], 'begin > over'),
        end('out'),
        end('out2'),
      ],
      'in > fork > inner > out; fork > out2',
    ),
  ],
  ['an error', caughtBy(error('E'), fails, FAILING)],
  ['an error that any boundary event catches', caughtBy(error(), fails, FAILING)],
  ['an escalation', caughtBy(escalation('E'), escalates, 'in > raise')],
  [
    'an error that is caught further out',
    caughtBy(
      error('E'),
      [start('begin'), subProcess('inner', fails, FAILING), boundary('other', 'inner', error('F')), end('over')],
      'begin > inner > over; other > over',
    ),
  ],
];

/** What was thrown before would go first. */
const UNKNOWN: typeof FORESEEN = [
  ['an error of which no other round has one', { ...caughtBy(error('E'), fails, FAILING), rests: false }],
];

test.each([...FORESEEN, ...UNKNOWN])('a loop that ends by %s in its round 50 ends there', async (_, part) => {
  const run = await startScenario(loopWith(part), { n: 0, found: false });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50, found: true });
});

test.each(FORESEEN)('a loop that does not end by %s is found before its rounds are', async (_, part) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(loopWith({ ...part, ends: '=n < 0' }), { n: 0, found: false });
  await expect(run.press('ask')).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(/as the variables are, \w+ would be reached more than 120 times/),
  });
  expect(note.mock.calls.length).toBeLessThan(25);
});

/** A timer takes no time in each round, and so does what is at `rare`, if it is one. */
const loopOfTimers = (part: Part): string => loopWith({ ...part, rest: catchEvent('rest', timer('${none}')) });
const waits = catchEvent('inside', timer('=duration("PT0S")'));
const waiting = through([start('in'), waits, end('out')], 'in > inside > out');
const TIMERS = [
  ['a task that does nothing', passes(plainTask('rare'))],
  ['a timer', passes(catchEvent('rare', timer('${none}')))],
  ['a timer in a sub-process', waiting],
] as const;

test.each(TIMERS)('a loop of timers that ends by %s in its round 50 ends there', async (_, part) => {
  const run = await startScenario(loopOfTimers(part), { n: 0, found: false, none: 'PT0S' });
  await run.press('ask');
  await run.wake(1);
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50, found: true });
});

test.each(TIMERS)('a loop of timers that does not end by %s is found before its rounds are', async (_, part) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(loopOfTimers({ ...part, ends: '=n < 0' }), { n: 0, found: false, none: 'PT0S' });
  await run.press('ask');
  await expect(run.wake(1)).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(/as the variables are, \w+ would be reached more than 120 times/),
  });
  expect(note.mock.calls.length).toBeLessThan(40);
});

test.each<readonly [string, Part, string]>([
  ['takes a day', passes(catchEvent('rare', timer('=duration("P1D")'))), ''],
  [
    'is later than one around it',
    {
      ...waiting,
      nodes: [...waiting.nodes, boundary('late', 'rare', timer('PT0S'))],
      paths: `rare > more; late > done`,
    },
    'done',
  ],
])('a loop of timers, of which one in its round 50 %s, is no loop without an end', async (_, part, open) => {
  const run = await startScenario(loopOfTimers(part), { n: 0, found: false, none: 'PT0S' });
  await run.press('ask');
  await run.wake(1);
  expect(run.open).toBe(open);
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50 });
});

test('a loop that comes to a timer is none without an end where timers wait for the next step', async () => {
  const run = await startScenario(loopWith(passes(catchEvent('rare', timer('PT0S')))), { n: 0, found: false });
  await run.press('ask');
  expect(run.open).toBe('');
  await run.wake(1);
  expect(run.open).toBe('done');
});

/** The loop would have no end if the token left `rare` by its flow to `more` alone, without setting anything. */
test.each<readonly [string, Part, string]>([
  ['waits for a person', { nodes: [userTask('rare', { assignee: 'cleo' })], paths: 'rare > more' }, 'rare'],
  ['forks', { nodes: [parallel('rare'), find, end('over')], paths: 'rare > more; rare > find > over' }, 'done'],
  [
    'leaves another in front of a join',
    {
      when: '=n = 50 or n = 60',
      nodes: [exclusive('rare'), parallel('first'), parallel('later'), parallel('join'), find, end('over')],
      paths: 'rare >[=n = 50] first > more; rare >* later > more; first > join; later > join; join > find > over',
    },
    'done',
  ],
  [
    'throws an error beside another token',
    {
      nodes: [
        subProcess(
          'rare',
          [start('in'), parallel('fork'), endWith('fail', error('E')), find, end('out')],
          'in > fork > fail; fork > find > out',
        ),
        boundary('caught', 'rare', error('E')),
      ],
      paths: 'rare > more; caught > more',
    },
    'done',
  ],
  [
    'goes on by two flows of a task',
    { nodes: [plainTask('rare'), find, end('over')], paths: 'rare > more; rare > find > over' },
    'done',
  ],
  [
    'is caught by the event for the code of its error',
    {
      nodes: [
        subProcess('rare', fails, FAILING),
        ...[boundary('any', 'rare', error()), boundary('caught', 'rare', error('E')), find],
      ],
      paths: 'rare > more; any > more; caught > find > more',
    },
    'done',
  ],
  [
    'has the code of its error in a variable',
    {
      nodes: [
        subProcess('rare', fails, FAILING),
        boundary('caught', 'rare', '<errorEventDefinition errorRef="error-E" camunda:errorCodeVariable="kind"/>'),
      ],
      paths: 'rare > more; caught > more',
      ends: '=kind != null',
    },
    'done',
  ],
  [
    'throws an error to an event sub-process',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...fails,
            eventSubProcess(
              'off',
              [start('called', { content: error('E') }), find, end('over')],
              'called > find > over',
            ),
          ],
          FAILING,
        ),
        boundary('caught', 'rare', error('E')),
      ],
      paths: 'rare > more; caught > more',
    },
    'done',
  ],
  [
    'throws an escalation that interrupts nothing',
    {
      nodes: [
        subProcess('rare', escalates, 'in > raise'),
        ...[boundary('caught', 'rare', escalation('E'), { interrupting: false }), find, end('over')],
      ],
      paths: 'rare > more; caught > find > over',
    },
    'done',
  ],
  [
    'throws a signal',
    {
      nodes: [
        subProcess('rare', [start('in'), throwEvent('call', signal('S')), end('out')], 'in > call > out'),
        ...[boundary('called', 'rare', signal('S')), find],
      ],
      paths: 'rare > more; called > find > more',
    },
    'done',
  ],
  [
    'does something for each of a list',
    {
      nodes: [
        subProcess('rare', [start('in'), sets('inside', 'm + 1', 'm'), end('out')], 'in > inside > out', {
          multiInstance: { cardinality: 3 },
        }),
      ],
      paths: 'rare > more',
      ends: '=m >= 3',
    },
    'done',
  ],
  [
    'ends the process',
    { nodes: [parallel('rare'), end('all', { content: terminate() })], paths: 'rare > all; rare > more' },
    '',
  ],
  [
    'is ended in a sub-process by another',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...[start('in'), find, parallel('fork'), end('all', { content: terminate() })],
            ...[sets('lose', 'false', 'found'), end('out')],
          ],
          'in > find > fork; fork > all; fork > lose > out',
        ),
      ],
      paths: 'rare > more',
    },
    'done',
  ],
  [
    'is caught by the second definition of an event',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...[start('begin'), subProcess('inner', [start('in'), endWith('fail', error('E'))], 'in > fail')],
            ...[boundary('near', 'inner', signal('S') + error('E')), find, end('over')],
          ],
          'begin > inner > over; near > find > over',
        ),
        boundary('far', 'rare', error('E')),
      ],
      paths: 'rare > more; far > more',
      rests: true,
    },
    'done',
  ],
  [
    'is caught by the second definition of an event sub-process',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...[start('begin'), endWith('fail', error('E'))],
            eventSubProcess(
              'off',
              [start('called', { content: signal('S') + error('E') }), find, end('over')],
              'called > find > over',
            ),
          ],
          'begin > fail',
        ),
        boundary('far', 'rare', error('E')),
      ],
      paths: 'rare > more; far > more',
      rests: true,
    },
    'done',
  ],
  [
    'wakes another that goes on beside it',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...[
              start('begin'),
              subProcess('inner', [start('in'), throwEvent('raise', escalation('E')), end('out')], 'in > raise > out'),
            ],
            boundary('near', 'inner', signal('S') + escalation('E'), { interrupting: false }),
            ...[find, end('over'), end('over2')],
          ],
          'begin > inner > over; near > find > over2',
        ),
        boundary('far', 'rare', escalation('E')),
      ],
      paths: 'rare > more; far > more',
      rests: true,
    },
    'done',
  ],
  [
    'forks to one node twice',
    {
      nodes: [
        ...[parallel('rare'), sets('count', 'm + 1', 'm'), exclusive('both'), end('over')],
        ...[plainTask('beside'), parallel('join')],
      ],
      paths:
        'rare > count > over; rare > both; rare > count; rare > join; both >[=m = 2] done; both >* beside > join > more',
    },
    'done',
  ],
])('a loop whose token %s in its round 50 is no loop without an end', async (_, part, open) => {
  const run = await startScenario(loopWith(part), { n: 0, m: 0, found: false, kind: null });
  await run.press('ask');
  expect(run.open).toContain(open);
});

/** Goes round in a part of the process, until `n` is 50. */
const around = (nodes: readonly BpmnNode[], paths: string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), userTask('done', { assignee: 'bo' }), end(), ...nodes],
        ...[exclusive('again'), sets('round', 'n + 1'), exclusive('which')],
        subProcess('throws', [start('in'), endWith('fail', error('E'))], 'in > fail'),
        boundary('caught', 'throws', error('E')),
      ],
      `${paths}; again > round > which; done > end`,
    ),
  );

/** The same in a sub-process, which is left and entered again; the error `X` leads to `done`. */
const inside = (nodes: readonly BpmnNode[], paths: string): string =>
  file(
    drawn(
      'process',
      [
        ...[
          start(),
          plainTask('back'),
          boundary('stopped', 'part', error('X')),
          userTask('done', { assignee: 'bo' }),
          end(),
        ],
        subProcess(
          'part',
          [
            ...[start('in'), exclusive('begin'), exclusive('again'), sets('round', 'n + 1'), exclusive('which')],
            ...[end('out'), endWith('stop', error('X')), userTask('ask', { assignee: 'anna' }), ...nodes],
          ],
          `${paths}; again > round > which; which >[=n = 50] out; which >[=n < 0] stop; which >* again`,
        ),
      ],
      'start > part > back > part; stopped > done > end',
    ),
  );
const rests = userTask('rests', { assignee: 'cleo' });

test.each<readonly [string, string, string]>([
  [
    'a token was left in front of a join',
    file(
      drawn(
        'process',
        [
          ...[
            start(),
            parallel('both'),
            userTask('ask', { assignee: 'anna' }),
            exclusive('again'),
            sets('round', 'n + 1'),
          ],
          ...[exclusive('which'), find, parallel('rare'), sets('lose', 'false', 'found'), exclusive('merge')],
          ...[parallel('join'), exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
        ],
        'start > both > ask > again > round > which; both > merge; which >[=n = 50] find > rare; which >* more; rare > join; rare > lose > merge > join > more; more >[=found] done > end; more >* again',
      ),
    ),
    'done',
  ],
  [
    'a signal was thrown before, and waits until tokens rest',
    file(
      drawn(
        'process',
        [
          ...[
            start(),
            userTask('ask', { assignee: 'anna' }),
            parallel('both'),
            throwEvent('call', signal('S')),
            end('over'),
          ],
          subProcess(
            'part',
            [
              ...[start('begin'), exclusive('again'), sets('round', 'n + 1'), exclusive('which'), end('out')],
              subProcess('throws', [start('in'), endWith('fail', error('E'))], 'in > fail'),
              boundary('caught', 'throws', error('E')),
            ],
            'begin > again > round > which; which >[=n = 50] throws; which >[=n < 0] out; which >* again; caught > again',
          ),
          ...[boundary('stopped', 'part', signal('S')), userTask('done', { assignee: 'bo' }), end()],
        ],
        'start > ask > both; both > call > over; both > part > end; stopped > done > end',
      ),
    ),
    'done',
  ],
  [
    'an inclusive join waits until tokens rest',
    around(
      [
        ...[parallel('both'), inclusive('some'), plainTask('one'), plainTask('other'), inclusive('join')],
        ...[end('all', { content: terminate() }), end('out')],
      ],
      'start > ask > both; both > some; some >[=true] one > join; some >[=n < 0] other > join; join > all; both > again; which >[=n = 50] throws; which >[=n < 0] out; which >* again; caught > again',
    ),
    '',
  ],
  [
    'another token moves while the loop throws something',
    around(
      [parallel('both'), find, end('over')],
      'start > ask > both; both > again; both > find > over; which >[=n = 50] throws; which >[=found] done; which >* again; caught > again',
    ),
    'done',
  ],
  [
    'the sub-process that it leaves has another task',
    inside(
      [parallel('both'), rests, end('over')],
      'in > begin; begin >[=n = 0] both; begin >* again; both > ask > again; both > rests > over',
    ),
    'rests',
  ],
  [
    'an event sub-process still runs in the sub-process that it leaves',
    inside(
      [
        throwEvent('call', signal('S')),
        eventSubProcess(
          'off',
          [start('called', { content: signal('S'), attributes: { isInterrupting: false } }), rests, end('over')],
          'called > rests > over',
        ),
      ],
      'in > begin; begin >[=n = 0] call; begin >* again; call > ask > again',
    ),
    'rests',
  ],
])('a loop is no loop without an end where %s', async (_, xml, open) => {
  const run = await startScenario(xml, { n: 0, m: 0, found: false });
  await run.press('ask');
  expect(run.open).toBe(open);
});

test('a loop in a sub-process that is entered again and again has its rounds in each', async () => {
  const run = await startScenario(
    file(
      drawn(
        'process',
        [
          ...[
            start(),
            userTask('ask', { assignee: 'anna' }),
            plainTask('back'),
            userTask('done', { assignee: 'bo' }),
            end(),
          ],
          subProcess(
            'part',
            [
              ...[start('in'), sets('outer', 'm + 1', 'm'), sets('zero', '0'), exclusive('enough'), exclusive('again')],
              ...[sets('round', 'n + 1'), exclusive('which'), end('out'), endWith('stop', error('X'))],
            ],
            'in > outer > zero > enough; enough >[=m > 15] stop; enough >* again; again > round > which; which >[=n >= 10] out; which >* again',
          ),
          boundary('stopped', 'part', error('X')),
        ],
        'start > ask > part > back > part; stopped > done > end',
      ),
    ),
    { n: 0, m: 0 },
  );
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('a model of an earlier version, whose gateways decide by themselves, has no rounds that are known', async () => {
  const { model, ...compiled } = await compileXml(loopWith(passes(plainTask('rare'))), {});
  const { conditions, ...earlier } = model;
  expect(conditions?.size).toBeGreaterThan(0);
  const run = await startCompiled({ ...compiled, model: earlier }, { n: 0, found: false });
  await run.press('ask');
  expect(run.open).toBe('done');
});
