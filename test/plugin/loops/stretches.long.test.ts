/** Loops whose rounds differ, and in which tokens wait for each other: their rests are known ahead, however they go on. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Visits } from '../../../src/plugin/loops/visits.ts';
import { deriveSeed } from '../../property/random.ts';
import {
  type BpmnNode,
  boundary,
  callActivity,
  catchEvent,
  conditional,
  process as drawn,
  end,
  exclusive,
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets, wakesDifferently } from '../../support/endless-loops.ts';
import { endWith, error, file, message, signal } from '../../support/named-events.ts';
import { startCompiled } from '../scenario.ts';
import { deploy } from '../shapes/deploy-shape.ts';
import { COUNTERS, drawWakingTokens } from './draw-waking-tokens.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const ask = userTask('ask', { assignee: 'anna' });
const done = userTask('done', { assignee: 'bo' });

/** A round that differs from the one before, and does not repeat for long, until a condition is true. */
const round = (ends: string): readonly [readonly BpmnNode[], string] => [
  [
    ...[sets('draw', 'modulo(n * 7 + 3, 101)'), sets('count', 'm + 1', 'm')],
    ...[exclusive('which'), plainTask('even'), plainTask('odd'), exclusive('more')],
  ],
  `draw > which; which >[=modulo(n, 3) = 0] even > count; which >* odd > count; count > more; more >[${ends}] done`,
];

const signalByName = (ref: string): string => `<signalEventDefinition signalRef="${ref}"/>`;
const computedSignals = (text: string): readonly string[] =>
  ['A', 'B'].map((id) => root('signal', id, { name: `="${id}" + ${text}` }));

/** A conditional event waits beside a task. */
const besideATask = (ends: string): string => {
  const [nodes, paths] = round(ends);
  return file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), userTask('side', { assignee: 'bo' }), exclusive('again'), done, end()],
        ...[catchEvent('met', conditional('=n >= 0')), ...nodes],
      ],
      `start > ask > both > side > end; both > again > draw; ${paths}; more >* met > again; done > end`,
    ),
  );
};

/** A boundary event sets itself off again. */
const atABoundary = (ends: string): string => {
  const [nodes, paths] = round(ends);
  return file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), userTask('host', { assignee: 'bo' }), done, end(), end('over')],
        ...[
          boundary('met', 'host', conditional(`=not(${ends.replace('=', '')})`), { interrupting: false }),
          sets('begins', '5'),
          ...nodes,
        ],
      ],
      `start > ask > both > host > end; both > begins > over; met > draw; ${paths}; more >* over; done > end`,
    ),
  );
};

/** Each round calls a process, which wakes a second token. */
const wakesFromACall = (ends: string): string => {
  const [nodes, paths] = round(ends);
  return file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), exclusive('again'), callActivity('call', 'called'), done, end()],
        ...[exclusive('other'), catchEvent('heard', signal('S')), sets('adds', 'modulo(n + k, 7)', 'k'), ...nodes],
      ],
      `start > ask > both > other > heard > adds > other; both > again > call > draw; ${paths}; more >* again; done > end`,
    ),
    drawn(
      'called',
      [...[start('in'), sets('inside', 'modulo(m, 5)', 'called'), throwEvent('tells', signal('S')), end('out')]],
      'in > inside > tells > out',
      { isExecutable: false },
    ),
  );
};

const LOOPS: readonly (readonly [string, (ends: string) => string])[] = [
  ['of two tokens that wake each other by signals', (ends) => wakesDifferently(signal, ends)],
  ['of two tokens that wake each other by messages', (ends) => wakesDifferently(message, ends)],
  [
    'of two tokens that wake each other by one of two names',
    (ends) => wakesDifferently(signalByName, ends, computedSignals('string(modulo(n, 2))')),
  ],
  [
    'of two tokens that wake each other by another name in each round',
    (ends) => wakesDifferently(signalByName, ends, computedSignals('string(m)')),
  ],
  ['with a conditional event beside another token', besideATask],
  ['of a boundary event that makes its condition true', atABoundary],
  ['with calls that wake another token', wakesFromACall],
];

const NUMBERS = { n: 1, m: 0, k: 0 };

describe('a loop whose rounds differ', () => {
  test.each(LOOPS)('%s, and does not end, is found after a few of them', async (_, loop) => {
    const note = vi.spyOn(Visits.prototype, 'note');
    const run = await startCompiled(await deploy(loop('=m < 0')), NUMBERS);
    await expect(run.press('ask')).rejects.toMatchObject({
      code: 'ERR_STEP_FAILED',
      message: expect.stringMatching(/as the variables are, \S+ would be reached more than 120 times/),
      details: { nodeId: expect.any(String) },
    });
    expect(note.mock.calls.length).toBeLessThan(60);
  });

  test.each(LOOPS)('%s, ends at its end', async (_, loop) => {
    const run = await startCompiled(await deploy(loop('=m >= 50')), NUMBERS);
    await run.press('ask');
    expect(run.open).toContain('done');
    expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ m: 50 });
  });
});

/** In round 50, a third token hears the name too. */
const HEARD_ONCE = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), exclusive('one'), throwEvent('call', signalByName('A')), done, end()],
      ...[exclusive('other'), catchEvent('heard', signalByName('A')), sets('count', 'm + 1', 'm'), exclusive('more')],
      ...[catchEvent('called', signal('B')), throwEvent('answer', signal('B'))],
      ...[catchEvent('once', signal('A50')), sets('stops', '1', 'stopped')],
    ],
    'start > ask > both > other > heard > count > more; more >[=stopped = 1] done; more >* answer > other; both > one > call > called > one; both > once > stops > end; done > end',
  ),
  root('signal', 'A', { name: '="A" + string(m)' }),
);

/** One token goes where the other throws something; in round 50 it goes somewhere else. */
const PARTS_ONCE = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), exclusive('one'), sets('count', 'm + 1', 'm'), end()],
      sets('which', 'if m = 50 then 1 - modulo(m, 2) else modulo(m, 2)', 'k'),
      ...[throwEvent('begin', signal('S')), exclusive('how'), throwEvent('left', signal('L'))],
      ...[throwEvent('right', signal('R')), exclusive('then'), catchEvent('answered', signal('T'))],
      ...[exclusive('other'), catchEvent('heard', signal('S')), exclusive('where'), catchEvent('atLeft', signal('L'))],
      ...[catchEvent('atRight', signal('R')), exclusive('after'), throwEvent('answer', signal('T'))],
    ],
    [
      ...[
        'start > ask > both > other > heard > where; where >[=modulo(m, 2) = 0] atLeft > after; where >* atRight > after',
      ],
      ...[
        'after > answer > other; both > one > count > which > begin > how; how >[=k = 0] left > then; how >* right > then',
      ],
      'then > answered > one',
    ].join('; '),
  ),
);

test('a loop ends by a name that another token waits for, in one of its rounds', async () => {
  const run = await startCompiled(await deploy(HEARD_ONCE), { m: 0, stopped: 0 });
  await run.press('ask');
  expect(run.open).toBe('done');
});

test('a loop ends where one token waits for something else than another one throws, in one of its rounds', async () => {
  const run = await startCompiled(await deploy(PARTS_ONCE), { m: 0, k: 0 });
  await run.press('ask');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ m: 50 });
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
      ...[
        start(),
        ask,
        parallel('both'),
        ...tokens,
        exclusive('again'),
        catchEvent('wait', message('go')),
        done,
        end(),
      ],
      ...[sets('count', 'm + 1', 'm'), exclusive('more'), throwEvent('tell', message('go'))],
      ...[throwEvent('first', message('go')), end('over')],
    ],
    [
      `start > ask > both; ${tokens.map(({ id }) => `both > ${id} > again`).join('; ')}; both > first > over`,
      'again > wait > count > more; more >[=m >= 300] done > end; more >* tell > again',
    ].join('; '),
  ),
);

/** What a call reads is its own; the flow behind it, or behind what wakes a token in it, has a condition. */
const passing = (outputs: string) => ({
  extensions: `<zeebe:calledElement processId="called" propagateAllChildVariables="false"/><zeebe:ioMapping><zeebe:input source="=m" target="q"/>${outputs}</zeebe:ioMapping>`,
});
const WAKES_INTO_A_CALL = file(
  drawn(
    'process',
    [
      ...[
        start(),
        ask,
        parallel('both'),
        callActivity('call', undefined, passing('')),
        exclusive('again'),
        done,
        end(),
      ],
      ...[throwEvent('tells', signal('S')), exclusive('told'), catchEvent('answered', signal('T'))],
      sets('count', 'm + 1', 'm'),
    ],
    'start > ask > both > call > done > end; both > again > tells; tells >[=m >= 0] told > answered > count > again',
  ),
  drawn(
    'called',
    [
      ...[start('in'), exclusive('ring'), catchEvent('heard', signal('S')), sets('own', 'q + 1', 'q'), end('out')],
      ...[exclusive('which'), plainTask('usual'), plainTask('stop'), throwEvent('answer', signal('T'))],
    ],
    'in > ring > heard > own > which; which >[=q = 30] stop > out; which >* usual > answer > ring',
    { isExecutable: false },
  ),
);
const LEAVES_A_CALL = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), userTask('side', { assignee: 'bo' }), exclusive('again'), done, end()],
      ...[throwEvent('rests', signal('nobody')), sets('count', 'm + 1', 'm')],
      ...[callActivity('call', undefined, passing('')), boundary('stopped', 'call', error('E')), exclusive('more')],
    ],
    'start > ask > both > side > end; both > again > rests > count > call; call >[=m >= 0] more > again; stopped > done > end',
  ),
  drawn(
    'called',
    [
      ...[start('in'), sets('own', 'q', 'k'), exclusive('which'), plainTask('usual'), plainTask('stop')],
      ...[throwEvent('tells', signal('nobody')), end('out'), endWith('fail', error('E'))],
    ],
    'in > own > which; which >[=k = 30] stop > fail; which >* usual > tells > out',
    { isExecutable: false },
  ),
);

test.each([
  ['in a sub-process of another one, whose rests are more than 120 together', nested(false), { m: 25 }],
  ['in a call of another one, whose rests are more than 120 together', nested(true), { m: 25 }],
  ['of ten tokens, whose rests are more than 120 together', IN_TURN, { m: 300 }],
  ['in a call, by its own variable', WAKES_INTO_A_CALL, { m: 29 }],
  ['around a call, by a variable of that', LEAVES_A_CALL, { m: 30 }],
])('a loop %s, ends at its end', async (_, xml, end) => {
  const run = await startCompiled(await deploy(xml), { m: 0, k: 0, q: 0 });
  await run.press('ask');
  expect(run.open).toContain('done');
  expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject(end);
});

const PROCESSES = 12;
const processes = Array.from({ length: PROCESSES }, (_, number) => ({
  number,
  xml: drawWakingTokens(deriveSeed(1, number)),
}));

describe('tokens, drawn by chance, that wake each other and count their rounds', () => {
  test.each(processes)('number $number ends', async ({ xml }) => {
    const run = await startCompiled(await deploy(xml), {
      n: 1,
      m: 0,
      ...Object.fromEntries(COUNTERS.map((each) => [each, 0])),
    });
    await expect(run.press('ask')).resolves.toBeDefined();
  });
});
