/** What a walk through the next rounds of a loop does not see ends these loops, in their round 50: none is refused before. */
import { expect, test } from 'vitest';
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
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets } from '../../support/endless-loops.ts';
import { endWith, error, escalation, file, message, signal, startOn } from '../../support/named-events.ts';
import { startCompiled } from '../scenario.ts';
import { deploy } from '../shapes/deploy-shape.ts';
import { calledProcess } from '../shapes/palette.ts';

interface Drawing {
  readonly nodes: readonly BpmnNode[];
  readonly paths: string;
  readonly begin?: string;
  readonly called?: readonly string[];
}

const NEXT = 'start > ask > again > round > count';

/** `n` counts the rounds, and `r` is another number in each. */
const loopOf = ({ nodes, paths, begin = NEXT, called = [] }: Drawing): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again'), exclusive('more'), end()],
        ...[sets('round', 'modulo(r * 7 + 3, 101)', 'r'), sets('count', 'n + 1'), userTask('done', { assignee: 'bo' })],
        ...[exclusive('which'), plainTask('other'), userTask('u', { assignee: 'bo' }), ...nodes],
      ],
      `${begin}; ${paths}; more >[=n < 0] done > end; more >* again`,
    ),
    ...called,
  );
const otherwise = 'which >* other > more';

const STACKED: readonly BpmnNode[] = [
  ...[exclusive('pc'), parallel('g'), sets('x1', 'x * 2', 'x'), exclusive('cx'), end('e1'), plainTask('hp')],
];
const calledBy = (event: string) =>
  eventSubProcess(
    'off',
    [startOn('heard', event), userTask('called', { assignee: 'bo' }), end('over')],
    'heard > called > over',
  );
const hearing = calledBy(signal('S'));
const RESTING = [userTask('rests', { assignee: 'bo' })];
const WAYS = [plainTask('a'), plainTask('b'), plainTask('c')];
const THROWING = [
  subProcess('part', [start('in'), endWith('fails', error('E'))], 'in > fails'),
  boundary('caught', 'part', error('E')),
  exclusive('after'),
];
const pastThrown = 'which >[=n = 50] part; caught > after; after >[=x = 1] u; after >* more';
/** Another token, which sets `x` when it comes to it. */
const SEEING = [parallel('first'), sets('sees', '1', 'x'), end('over')];
const UNWINDING = [exclusive('merge'), exclusive('selects'), plainTask('before'), plainTask('rare')];
const RELEASED = [inclusive('some'), plainTask('p'), plainTask('q'), inclusive('join')];
const released = 'count > some > p > join > which; some >[=n < 0] q > join';
const callsWith = '<zeebe:input source="=1" target="w"/><zeebe:input source="=n" target="n"/>';

test.each<readonly [string, Drawing, open: string]>([
  [
    'the order of a fork to a node that is still at its last token',
    {
      nodes: [...STACKED, sets('p', 'if n = 50 then x + 1 else x', 'x'), sets('hn', 'n + 1')],
      begin: 'start > ask > again > p > pc; pc >[=n = 50] hp > e1; pc >* round > count > which',
      paths: `which >[=n = 50] g; g > p; g > x1 > cx; cx >[=x = 0] u; cx >* hn > more; ${otherwise}`,
    },
    'u',
  ],
  [
    'the same, where the fork was passed before',
    {
      nodes: [
        ...[...STACKED, sets('p', 'if modulo(n, 10) = 0 then x + 1 else x', 'x'), sets('xr', '0', 'x')],
        ...[exclusive('first'), exclusive('then')],
      ],
      begin: 'start > ask > again > first; first >[=n = 49] p > pc; first >* then; pc >* then > round > count > which',
      paths: `pc >[=modulo(n, 10) = 0] hp > e1; which >[=modulo(n, 10) = 0] g; g > p; g > x1 > cx; cx >[=x = 0] u; cx >* xr > more; ${otherwise}`,
    },
    'u',
  ],
  [
    'what was thrown at an end',
    {
      nodes: [parallel('f'), endWith('throws', signal('S')), throwEvent('rare', escalation('T')), hearing],
      paths: `count > f; f > throws; f > which; which >[=n = 50] rare > more; ${otherwise}`,
    },
    'called',
  ],
  [
    'a token further back than an inclusive join',
    {
      nodes: [exclusive('common'), plainTask('rare'), inclusive('join'), parallel('first')],
      begin: 'start > first > ask > again > round > count > which; first > u > common',
      paths: 'which >[=n = 50] rare > join; which >* common > join > more',
    },
    'u',
  ],
  [
    'the same, of a join to which all others came before',
    {
      nodes: [plainTask('x'), plainTask('y'), inclusive('some'), inclusive('join'), parallel('first'), ...RESTING],
      begin: 'start > first > rests > x; first > ask > again > round > count > which',
      paths: 'which >* some; which >[=n > 50] u; some >[=n < 50] x > join; some > y > join > more',
    },
    'rests',
  ],
  [
    'a token on its way, which goes before what is thrown for the first time',
    {
      nodes: [...SEEING, ...THROWING],
      begin: 'start > ask > first > again > round > count > which; first > sees > over',
      paths: `${pastThrown}; ${otherwise}`,
    },
    'u',
  ],
  [
    'a throw of another token, before which inclusive joins are let go',
    {
      nodes: [...SEEING, throwEvent('throws', escalation('T')), ...RELEASED, ...THROWING],
      begin: 'start > ask > first > throws > sees > over; first > again > round > count',
      paths: `${released}; ${pastThrown}; ${otherwise}`,
    },
    'u',
  ],
  [
    'another token at an inclusive join, before which others are let go',
    {
      nodes: [
        ...[...SEEING, inclusive('some2'), plainTask('p2'), plainTask('q2'), inclusive('zlast')],
        ...[...RELEASED, ...THROWING],
      ],
      begin:
        'start > ask > first > some2 > p2 > zlast > sees > over; some2 >[=n > 5] q2 > zlast; first > again > round > count',
      paths: `${released}; ${pastThrown}; ${otherwise}`,
    },
    'u',
  ],
  [
    'the second of two flows to one node',
    {
      nodes: [...SEEING, exclusive('merge'), sets('marks', '1', 'k'), ...THROWING],
      begin:
        'start > ask > first > merge; first > merge; merge >[=k = 0] marks > again > round > count > which; merge >* sees > over',
      paths: `${pastThrown}; ${otherwise}`,
    },
    'u',
  ],
  [
    'a token of a fork that the engine is still at, when another goes back before that',
    {
      nodes: [...SEEING, ...UNWINDING],
      begin:
        'start > ask > before > merge; merge >[=n = 0] first; first > again > round > count > which; first > sees > over',
      paths: `which >[=n = 50] rare > merge; merge >* selects; selects >[=x = 1] u; selects >* more; ${otherwise}`,
    },
    'u',
  ],
  [
    'the same of the second of two flows to one node',
    {
      nodes: [...SEEING, exclusive('meet'), sets('marks', '1', 'k'), ...UNWINDING],
      begin:
        'start > ask > before > merge; merge >[=n = 0] first; first > meet; first > meet; meet >[=k = 0] marks > again > round > count > which; meet >* sees > over',
      paths: `which >[=n = 50] rare > merge; merge >* selects; selects >[=x = 1] u; selects >* more; ${otherwise}`,
    },
    'u',
  ],
  [
    'a token that rests, and could come by a flow that others came by, to an inclusive join',
    {
      nodes: [parallel('first'), exclusive('either'), ...RESTING, inclusive('some'), inclusive('join'), ...WAYS],
      begin:
        'start > first > rests > either; either >[=n = 7] b; either >* c; first > ask > again > round > count > which',
      paths:
        'which >* some; which >[=n < 0] u; some > a > join; some >[=modulo(n, 2) = 1 and n < 50] b > join; some >[=modulo(n, 2) = 0 and n < 50] c > join > more',
    },
    'rests',
  ],
  [
    'the next of a list, which goes before an inclusive join that has rested',
    {
      nodes: [
        subProcess(
          'each',
          [
            ...[start('in'), sets('adds', 'x + 1', 'x'), inclusive('some'), plainTask('p'), plainTask('q')],
            ...[inclusive('join'), sets('doubles', 'x * 2', 'x'), end('out')],
          ],
          'in > adds > some; some >[=n > 0] p > join; some >[=n < 0] q > join; join > doubles > out',
          { multiInstance: { cardinality: 2 } },
        ),
        exclusive('after'),
      ],
      paths: `count > which; which >[=n = 50] each > after; after >[=x = 8] u; after >* more; ${otherwise}`,
    },
    'u',
  ],
  [
    'two tokens in one sub-process',
    {
      nodes: [
        ...[parallel('f'), sets('k1', '1', 'k'), sets('k2', '2', 'k'), exclusive('m')],
        subProcess(
          'part',
          [
            ...[start('in'), parallel('g'), exclusive('one'), exclusive('two'), plainTask('p'), plainTask('q')],
            ...[parallel('join'), end('out'), end('e1'), end('e2')],
          ],
          'in > g; g > one; g > two; one >[=k = 1] p > join; one >* e1; two >[=k = 2] q > join; two >* e2; join > out',
        ),
      ],
      paths: `count > which; which >[=n = 50] f; f > k1 > m; f > k2 > m; m > part > more; ${otherwise}`,
    },
    '',
  ],
  [
    'the second of two tokens at a host',
    {
      nodes: [
        ...[parallel('f'), throwEvent('tells', message('M')), throwEvent('again2', message('M')), exclusive('m')],
        ...[plainTask('beside'), boundary('b', 'u', message('M')), sets('counts', 'j + 1', 'j'), exclusive('c')],
        ...[end('over'), end('left'), end('stops', { content: terminate() })],
      ],
      paths: `count > which; which >[=n = 20] f; f > tells > more; f > m; f > beside > m; m > u > left; b > counts > c; c >[=j = 2] stops; c >* over; which >[=n = 18 or n = 50] again2 > more; ${otherwise}`,
    },
    '',
  ],
  [
    'a timer that is set at another rest',
    {
      nodes: [
        subProcess(
          'part',
          [
            ...[
              start('in'),
              exclusive('which2'),
              userTask('u0', { assignee: 'bo' }),
              boundary('b0', 'u0', timer('PT0S')),
            ],
            ...[userTask('u1', { assignee: 'bo' }), boundary('b1', 'u1', timer('PT0S')), exclusive('m')],
            ...[end('out'), end('x0'), end('x1')],
          ],
          'in > which2; which2 >[=n = 50] m; which2 >* u0 > x0; b0 > m > u1 > x1; b1 > out',
        ),
        boundary('limit', 'part', timer('=if n = 50 then "PT0S" else "PT9H"')),
        ...[userTask('late', { assignee: 'bo' }), end('over')],
      ],
      paths: 'count > part > more; limit > late > over',
    },
    'late',
  ],
  [
    'variables of a call behind a timer',
    {
      nodes: [
        ...[parallel('g'), plainTask('beside'), end('over'), catchEvent('wait', timer('PT0S'))],
        callActivity('rare', undefined, {
          extensions: `<zeebe:calledElement processId="called" propagateAllChildVariables="false"/><zeebe:ioMapping>${callsWith}</zeebe:ioMapping>`,
        }),
      ],
      begin: 'start > ask > more; again > round > count > which',
      paths: 'which >[=n = 50] u > more; which >* g; g > rare > wait > more; g > beside > over',
      called: [
        calledProcess(
          'called',
          [start('in'), catchEvent('inner', timer('PT0S')), end('out')],
          'in > inner; inner >[=w = 1] out',
        ),
      ],
    },
    'u',
  ],
  [
    'a condition that is not met once',
    { nodes: [catchEvent('met', conditional('=n != 50'))], paths: 'count > met > which; which >* more' },
    '',
  ],
  [
    'a condition elsewhere, which is met once',
    {
      nodes: [catchEvent('met', conditional('=n > 0')), calledBy(conditional('=n = 50'))],
      paths: `count > met > which; ${otherwise}`,
    },
    'called',
  ],
  [
    'a condition beside another token, which is met once',
    {
      nodes: [
        ...[parallel('g'), catchEvent('beside', conditional('=n = 50')), catchEvent('met', conditional('=n > 0'))],
        ...[userTask('called', { assignee: 'bo' }), end('stops', { content: terminate() })],
      ],
      begin: 'start > ask > g > beside > stops; g > again > round > count',
      paths: `count > met > which; ${otherwise}`,
    },
    '',
  ],
  [
    'a computed name that is heard once',
    {
      nodes: [throwEvent('tells', '<signalEventDefinition signalRef="computed"/>'), calledBy(signal('S50'))],
      paths: `count > tells > which; ${otherwise}`,
      called: [root('signal', 'computed', { name: '=("S" + string(n))' })],
    },
    'called',
  ],
  [
    'an error that the event sub-process does not catch once',
    {
      nodes: [
        subProcess(
          'part',
          [
            ...[start('in'), exclusive('fails'), endWith('one', error('E')), endWith('two', error('F'))],
            eventSubProcess('mends', [startOn('caught', error('E')), end('mended')], 'caught > mended'),
          ],
          'in > fails; fails >[=n = 50] two; fails >* one',
        ),
        ...[boundary('left', 'part', error('F')), end('over')],
      ],
      paths: `count > part > which; left > u > over; ${otherwise}`,
    },
    'u',
  ],
  [
    'what an event sub-process does once with what it caught',
    {
      nodes: [
        subProcess(
          'part',
          [
            ...[start('in'), endWith('fail', escalation('E'))],
            eventSubProcess(
              'mends',
              [
                ...[startOn('caught', escalation('E')), exclusive('how'), end('mended')],
                ...[userTask('helped', { assignee: 'bo' }), end('later')],
              ],
              'caught > how; how >[=n = 50] helped > later; how >* mended',
            ),
          ],
          'in > fail',
        ),
      ],
      paths: `count > part > which; ${otherwise}`,
    },
    'helped',
  ],
])('%s ends a loop', async (_, drawing, open) => {
  const run = await startCompiled(await deploy(loopOf(drawing)), { n: 0, r: 1, x: 0, k: 0, j: 0, w: 0 });
  await run.press('ask');
  if (!run.ended) await run.wake(1);
  expect(run.open).toContain(open);
  expect(run.open).not.toContain('done');
});

test('the next that hears a signal from outside ends a loop of the first', async () => {
  const nodes = [...SEEING, catchEvent('one', signal('S')), catchEvent('two', signal('S')), ...THROWING];
  const begin = 'start > first; first > one > again > round > count > which; first > two > sees > over';
  const drawing = {
    nodes: [...nodes, end('never')],
    begin: `${begin}; ask > never`,
    paths: `${pastThrown}; ${otherwise}`,
  };
  const run = await startCompiled(await deploy(loopOf(drawing)), { n: 0, r: 1, x: 0 });
  await run.hear('S');
  expect(run.open).toContain('u');
});

test('what interrupts nothing leaves its thrower, which ends a loop', async () => {
  const inner = [
    ...[start('in'), sets('round', 'modulo(r * 7 + 3, 101)', 'r'), sets('count', 'n + 1'), exclusive('which')],
    ...[endWith('throws', escalation('E')), end('out')],
  ];
  const xml = file(
    drawn(
      'process',
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again'), sets('sees', '1', 'x')],
        ...[userTask('u', { assignee: 'bo' }), end()],
        subProcess('part', inner, 'in > round > count > which; which >[=x = 0] throws; which >* out'),
        boundary('hears', 'part', escalation('E'), { interrupting: false }),
      ],
      'start > ask > again > part > sees > u > end; hears > again',
    ),
  );
  const run = await startCompiled(await deploy(xml), { n: 0, r: 1, x: 0 });
  await run.press('ask');
  expect(run.open).toContain('u');
});

test('another instance of a multi-instance ends a loop, before which it goes', async () => {
  const inner = [
    ...[start('begin'), exclusive('first'), exclusive('again'), sets('round', 'modulo(r * 7 + 3, 101)', 'r')],
    ...[sets('count', 'n + 1'), exclusive('which'), plainTask('other'), exclusive('more'), ...THROWING],
    ...[sets('sees', '1', 'x'), userTask('u', { assignee: 'bo' }), end('out')],
  ];
  const paths = `begin > first; first >[=n >= 50] sees > out; first >* again > round > count > which; which >[=n = 50] part; caught > after; after >[=x = 1] u > out; after >* more; which >* other > more; more >[=n < 0] out; more >* again`;
  const each = subProcess('each', inner, paths, { multiInstance: { cardinality: 2 } });
  const xml = file(
    drawn('process', [start(), userTask('ask', { assignee: 'anna' }), each, end()], 'start > ask > each > end'),
  );
  const run = await startCompiled(await deploy(xml), { n: 0, r: 1, x: 0 });
  await run.press('ask');
  expect(run.open).toContain('u');
});

test('a name that fails in round 50 is what a loop is refused for', async () => {
  const nodes = [throwEvent('rare', message('M'))];
  const xml = loopOf({ nodes, paths: `count > which; which >[=n = 50] rare > more; ${otherwise}` });
  const run = await startCompiled(await deploy(xml.replace('name="M"', 'name="${bad(n).x}"')), { n: 0, r: 1 });
  await expect(run.press('ask')).rejects.toMatchObject({ message: expect.stringContaining('could not be evaluated') });
});
