/**
 * Of a loop of one token, also what it did not do yet is computed ahead, where the diagram tells it. No loop that ends is
 * taken for one without an end by that, wherever its way out is.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { Visits } from '../../src/plugin/loops/visits.ts';
import {
  type BpmnNode,
  boundary,
  process as drawn,
  end,
  eventSubProcess,
  exclusive,
  node,
  parallel,
  plainTask,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../support/bpmn-xml.ts';
import { endWith, error, escalation, file, signal } from '../support/named-events.ts';
import { startScenario } from './scenario.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sets a variable at once. */
const sets = (id: string, expression: string, variable = 'n'): BpmnNode =>
  node('scriptTask', id, {
    extensions: `<zeebe:script expression="=${expression}" resultVariable="${variable}"/>`,
  });

/** A part of a loop that is entered at `rare`, and left to `more`. */
interface Part {
  /** By default when `n` is 50. */
  readonly when?: string;
  readonly nodes: readonly BpmnNode[];
  readonly paths: string;
  /** Decides behind `more` whether the task `done` is reached. */
  readonly ends?: string;
}

/** Goes past `rare` but in one round. */
const loopWith = ({ when = '=n = 50', nodes, paths, ends = '=found' }: Part): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again'), sets('round', 'n + 1')],
        ...[exclusive('which'), exclusive('more'), userTask('done', { assignee: 'bo' }), end(), ...nodes],
      ],
      `start > ask > again > round > which; which >[${when}] rare; which >* more; more >[${ends}] done > end; more >* again; ${paths}`,
    ),
  );

const find = sets('find', 'true', 'found');
const passes = (rare: BpmnNode): Part => ({ nodes: [rare, find], paths: 'rare > find > more' });
const through = (inside: readonly BpmnNode[], paths: string): Part => passes(subProcess('rare', inside, paths));
const caughtBy = (caught: string, inside: readonly BpmnNode[], paths: string): Part => ({
  nodes: [subProcess('rare', inside, paths), boundary('caught', 'rare', caught), find],
  paths: 'rare > more; caught > find > more',
});
const fails = [start('in'), exclusive('fails'), endWith('fail', error('E')), end('out')];
const FAILING = 'in > fails >[=n = 50] fail; fails >* out';
const escalates = [start('in'), endWith('raise', escalation('E'))];

const PARTS: readonly (readonly [name: string, part: Part])[] = [
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

test.each(PARTS)('a loop that ends by %s in its round 50 ends there', async (_, part) => {
  const run = await startScenario(loopWith(part), { n: 0, found: false });
  await run.press('ask');
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ n: 50, found: true });
});

test.each(PARTS)('a loop that does not end by %s is found before its rounds are', async (_, part) => {
  const note = vi.spyOn(Visits.prototype, 'note');
  const run = await startScenario(loopWith({ ...part, ends: '=n < 0' }), { n: 0, found: false });
  await expect(run.press('ask')).rejects.toMatchObject({
    code: 'ERR_STEP_FAILED',
    message: expect.stringMatching(/as the variables are, \w+ would be reached more than 120 times/),
  });
  expect(note.mock.calls.length).toBeLessThan(20);
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
])('a loop whose token %s in its round 50 is no loop without an end', async (_, part, open) => {
  const run = await startScenario(loopWith(part), { n: 0, m: 0, found: false, kind: null });
  await run.press('ask');
  expect(run.open).toContain(open);
});
