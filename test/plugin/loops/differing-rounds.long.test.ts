/**
 * Loops whose rounds differ in whatever way are found after some of them: what happened between two nodes at which one token
 * is all that moves is taken to happen again, if its expressions say the same. No loop that ends is refused by that.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Visits } from '../../../src/plugin/loops/visits.ts';
import {
  type BpmnNode,
  boundary,
  callActivity,
  catchEvent,
  conditional,
  process as drawn,
  end,
  eventSubProcess,
  exclusive,
  inclusive,
  multiInstance,
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  terminate,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets } from '../../support/endless-loops.ts';
import { endWith, error, file, signal } from '../../support/named-events.ts';
import { startCompiled } from '../scenario.ts';
import { deploy } from '../shapes/deploy-shape.ts';
import { calledProcess } from '../shapes/palette.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What happens in some rounds. */
interface Part {
  readonly nodes: readonly BpmnNode[];
  /** From `rare` to `more`. */
  readonly paths: string;
  /** By default when `r`, which seems to be chance, is a multiple of 3. */
  readonly when?: string;
  readonly called?: readonly string[];
}

/** Counts its rounds in `n`, and ends at `done` if a condition is true. */
const loopOf = ({ nodes, paths, when = '=modulo(r, 3) = 0', called = [] }: Part, ends: string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again')],
        ...[sets('chance', 'modulo(r * 7 + 3, 101)', 'r'), sets('count', 'n + 1', 'n'), exclusive('which')],
        ...[plainTask('other'), exclusive('more'), userTask('done', { assignee: 'bo' }), end(), ...nodes],
      ],
      `start > ask > again > chance > count > which; which >[${when}] rare; which >* other > more; more >[${ends}] done > end; more >* again; ${paths}`,
    ),
    ...called,
  );

const VARIABLES = { n: 0, r: 1, m: 0, k: 0, list: [1, 2, 3], found: [] };

async function press(xml: string) {
  const run = await startCompiled(await deploy(xml), VARIABLES);
  await run.press('ask');
  return run;
}

const CALLED = calledProcess(
  'called',
  [start('begin'), sets('inside', 'm + 1', 'm'), end('over')],
  'begin > inside > over',
);
const calls = (attributes: string) =>
  callActivity('rare', undefined, { extensions: `<zeebe:calledElement processId="called" ${attributes}/>` });
const collecting =
  '<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=list" inputElement="entry" outputCollection="found" outputElement="=m + entry"/></extensionElements></multiInstanceLoopCharacteristics>';
const inside = [start('in'), sets('inner', 'm + 1', 'm'), end('out')];

/** What is set in the rounds that have it, by the time that `n` is 60. */
const KINDS: readonly (readonly [name: string, part: Part, m: number])[] = [
  [
    'have a multi-instance task',
    { nodes: [sets('rare', 'm + 1', 'm', multiInstance({ cardinality: 3 }))], paths: 'rare > more' },
    69,
  ],
  [
    'collect results',
    { nodes: [sets('rare', 'm + entry', 'k', collecting), sets('sum', 'sum(found)', 'm')], paths: 'rare > sum > more' },
    NaN,
  ],
  [
    'have a multi-instance sub-process',
    {
      nodes: [subProcess('rare', inside, 'in > inner > out', { multiInstance: { cardinality: 3 } })],
      paths: 'rare > more',
    },
    69,
  ],
  [
    'fork inclusively',
    {
      nodes: [
        inclusive('rare'),
        sets('small', 'm + 1', 'm'),
        sets('even', 'k + 1', 'k'),
        plainTask('none'),
        inclusive('join'),
      ],
      paths: 'rare >[=r < 50] small > join; rare >[=r < 50] even > join; rare >* none > join > more',
    },
    NaN,
  ],
  [
    'call a process with all its variables',
    { nodes: [calls('propagateAllChildVariables="true"')], paths: 'rare > more', called: [CALLED] },
    23,
  ],
  [
    'call a process with variables of its own',
    { nodes: [calls('propagateAllChildVariables="false"')], paths: 'rare > more', called: [CALLED] },
    0,
  ],
  [
    'go on by two flows',
    {
      nodes: [plainTask('rare'), plainTask('beside'), end('over')],
      paths: 'rare > more; rare > beside > over',
    },
    0,
  ],
  [
    'set off an event sub-process',
    {
      nodes: [
        throwEvent('rare', signal('S')),
        eventSubProcess(
          'off',
          [
            start('heard', { content: signal('S'), attributes: { isInterrupting: false } }),
            sets('inner', 'm + 1', 'm'),
            end('out'),
          ],
          'heard > inner > out',
        ),
      ],
      paths: 'rare > more',
    },
    23,
  ],
  [
    'throw what nobody hears, by a computed name',
    {
      nodes: [throwEvent('rare', '<signalEventDefinition signalRef="computed"/>'), sets('adds', 'm + 1', 'm')],
      paths: 'rare > adds > more',
      called: [root('signal', 'computed', { name: '=("S" + string(r))' })],
    },
    23,
  ],
  [
    'wait for a condition that is met',
    {
      nodes: [sets('rare', 'm + 1', 'm'), catchEvent('met', conditional('=m > 0'))],
      paths: 'rare > met > more',
    },
    23,
  ],
];

const LATE = '=n > 40';
const adds = sets('adds', 'm + 1', 'm');
const doubles = sets('doubles', 'modulo(m * 2, 97)', 'm');

/** The same of rounds that no token went through before. Which branch of a fork is first makes a difference. */
const LATE_KINDS: typeof KINDS = [
  [
    'fork',
    {
      when: LATE,
      nodes: [parallel('rare'), adds, doubles, parallel('join')],
      paths: 'rare > adds > join; rare > doubles > join; join > more',
    },
    10,
  ],
  [
    'fork inclusively to one or two of three',
    {
      when: LATE,
      nodes: [inclusive('rare'), adds, doubles, plainTask('none'), inclusive('join')],
      paths: 'rare >[=r < 50] adds > join; rare >[=modulo(r, 2) = 0] doubles > join; rare >* none > join; join > more',
    },
    71,
  ],
  ...[true, false].map((sequential): (typeof KINDS)[number] => [
    `do what differs for each entry of a list, ${sequential ? 'one after the other' : 'together'}`,
    {
      when: LATE,
      nodes: [
        subProcess(
          'rare',
          [start('in'), exclusive('odd'), adds, doubles, exclusive('either'), end('out')],
          'in > odd; odd >[=modulo(r + entry + loopCounter, 3) = 0] adds > either; odd >* doubles > either; either > out',
          { multiInstance: { collection: '${list}', elementVariable: 'entry', sequential } },
        ),
      ],
      paths: 'rare > more',
    },
    86,
  ]),
  [
    'throw what nobody hears, by a computed name',
    {
      when: LATE,
      nodes: [throwEvent('rare', '<signalEventDefinition signalRef="computed"/>'), adds],
      paths: 'rare > adds > more',
      called: [root('signal', 'computed', { name: '=("S" + string(r))' })],
    },
    20,
  ],
  [
    'wait for a condition that is met',
    {
      when: LATE,
      nodes: [sets('rare', 'm + 1', 'm'), catchEvent('met', conditional('=m > 0'))],
      paths: 'rare > met > more',
    },
    20,
  ],
  [
    'throw an error that an event sub-process catches',
    {
      when: LATE,
      nodes: [
        subProcess(
          'rare',
          [
            ...[start('in'), adds, exclusive('fails'), endWith('fail', error('E')), end('out')],
            eventSubProcess(
              'mends',
              [start('caught', { content: error('E') }), doubles, end('mended')],
              'caught > doubles > mended',
            ),
          ],
          'in > adds > fails; fails >[=modulo(r, 2) = 0] fail; fails >* out',
        ),
      ],
      paths: 'rare > more',
    },
    NaN,
  ],
  [
    'throw an error',
    {
      when: LATE,
      nodes: [
        subProcess('rare', [start('in'), adds, endWith('fails', error('E'))], 'in > adds > fails'),
        boundary('caught', 'rare', error('E')),
      ],
      paths: 'caught > more',
    },
    20,
  ],
];

describe.each([...KINDS, ...LATE_KINDS])('a loop of which some rounds %s', (_, part, m) => {
  test('is found before its rounds are', async () => {
    const note = vi.spyOn(Visits.prototype, 'note');
    await expect(press(loopOf(part, '=n < 0'))).rejects.toMatchObject({
      code: 'ERR_STEP_FAILED',
      message: expect.stringMatching(/as the variables are, \w+ would be reached more than 120 times/),
    });
    expect(note.mock.calls.length).toBeLessThan(200);
  });

  test('ends at its end', async () => {
    const run = await press(loopOf(part, '=n = 60'));
    expect(run.open).toBe('done');
    const { variables } = JSON.parse(run.snapshot ?? '');
    expect(variables.n).toBe(60);
    if (!Number.isNaN(m)) expect(variables.m).toBe(m);
  });
});

const RARE = '=n = 50';
const dies = end('dies', { content: terminate() });

/** What rounds leave behind makes a difference once, in the round in which `n` is 50 or later. */
test.each<readonly [string, Part]>([
  [
    'in front of a join',
    {
      nodes: [...[exclusive('rare'), parallel('first'), parallel('later'), parallel('join'), dies]],
      when: '=modulo(r, 3) = 0 or n > 48',
      paths: 'rare >[=n < 50] first > more; rare >* later > more; first > join; later > join > dies',
    },
  ],
  [
    'further back than an inclusive join',
    {
      nodes: [
        ...[exclusive('rare'), parallel('leaves'), userTask('rests', { assignee: 'bo' }), inclusive('fork')],
        ...[plainTask('one'), plainTask('two'), inclusive('join')],
      ],
      when: '=true',
      paths:
        'rare >[=n = 50] leaves > fork; leaves > rests > one; rare >* fork; fork >[=r > 50] one > join; fork >* two > join > more',
    },
  ],
  [
    'in a sub-process that a terminate end ends but once',
    {
      nodes: [
        subProcess(
          'rare',
          [
            ...[start('in'), parallel('fork'), userTask('rests', { assignee: 'bo' }), exclusive('choose')],
            ...[end('stops', { content: terminate() }), end('out'), end('late')],
          ],
          'in > fork > rests > out; fork > choose; choose >[=n >= 50] late; choose >* stops',
        ),
      ],
      paths: 'rare > more',
    },
  ],
  [
    'to hear what is thrown once',
    {
      nodes: [
        ...[exclusive('rare'), parallel('leaves'), userTask('rests', { assignee: 'bo' })],
        ...[boundary('heard', 'rests', signal('S')), throwEvent('throws', signal('S')), dies],
      ],
      when: '=modulo(r, 3) = 0 or n > 48',
      paths: `rare >[${RARE}] throws > more; rare >* leaves > more; leaves > rests > dies; heard > dies`,
    },
  ],
])('a loop whose rounds leave tokens %s ends by them', async (_, part) => {
  const run = await press(loopOf(part, '=n < 0'));
  expect(run.open).not.toContain('done');
  const { variables } = JSON.parse(run.snapshot ?? '{}');
  if (variables) expect(variables.n).toBeGreaterThanOrEqual(50);
});

/** What a part does depends on how large something is. */
test.each<readonly [string, Part]>([
  [
    'has more iterations',
    { nodes: [sets('rare', 'm + 1', 'm', multiInstance({ cardinality: '${n >= 50 ? 9 : 1}' }))], paths: 'rare > more' },
  ],
  [
    'counts in a call with variables of its own',
    {
      nodes: [
        callActivity('rare', undefined, {
          extensions:
            '<zeebe:calledElement processId="called" propagateAllChildVariables="false"/><zeebe:ioMapping><zeebe:input source="=if n &gt;= 50 then 9 else 1" target="m"/><zeebe:output source="=m" target="k"/></zeebe:ioMapping>',
        }),
        sets('sum', 'm + k - 1', 'm'),
      ],
      paths: 'rare > sum > more',
      called: [CALLED],
    },
  ],
])('a loop ends once one of its rounds %s', async (_, part) => {
  const run = await press(loopOf(part, '=n >= 50 and m > n'));
  expect(run.open).toBe('done');
  expect(JSON.parse(run.snapshot ?? '').variables.n).toBeGreaterThanOrEqual(50);
});
