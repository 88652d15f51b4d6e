/** Processes in which nothing waits behind the task `ask`, and nothing ends. */
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
  node,
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from './bpmn-xml.ts';
import { endWith, error, file, signal } from './named-events.ts';

const ask = userTask('ask', { assignee: 'anna' });

/** Sets a variable at once. @param content such as a multi-instance */
export const sets = (id: string, expression: string, variable = 'n', content = ''): BpmnNode =>
  node('scriptTask', id, {
    content,
    extensions: `<zeebe:script expression="=${expression}" resultVariable="${variable}"/>`,
  });

/** What a sub-process throws leads back to it. */
export const loopOfThrows = (event: string): string =>
  file(
    drawn(
      'process',
      [
        start(),
        ask,
        exclusive('again'),
        subProcess('try', [start('begin'), endWith('fail', event)], 'begin > fail'),
        boundary('caught', 'try', event),
        end(),
      ],
      'start > ask > again > try > end; caught > again',
    ),
  );

/** The same with an error, and each round counts, until a condition is true. */
export const countsThroughErrors = (condition: string): string =>
  file(
    drawn(
      'process',
      [
        start(),
        ask,
        exclusive('again'),
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        exclusive('more'),
        subProcess('try', [start('begin'), endWith('fail', error('E'))], 'begin > fail'),
        boundary('caught', 'try', error('E')),
        end(),
      ],
      `start > ask > again > count > more; more >[${condition}] end; more >* try > end; caught > again`,
    ),
  );

/** Each of two event sub-processes sets the other off. */
export const SET_EACH_OTHER_OFF = file(
  drawn(
    'process',
    [
      ...[start(), ask, throwEvent('call', signal('S')), end()],
      ...(['S', 'T'] as const).map((own) =>
        eventSubProcess(
          `off-${own}`,
          [
            start(`called-${own}`, { content: signal(own), attributes: { isInterrupting: false } }),
            throwEvent(`again-${own}`, signal(own === 'S' ? 'T' : 'S')),
            end(`over-${own}`),
          ],
          `called-${own} > again-${own} > over-${own}`,
        ),
      ),
    ],
    'start > ask > call > end',
  ),
);

/** Each round counts, and has a part besides. */
const countsWith = (part: BpmnNode): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again')],
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        ...[part, exclusive('more'), end()],
      ],
      `start > ask > again > count > ${part.id} > more; more >[=n < 0] end; more >* again`,
    ),
  );

export const COUNTS_WITH_MULTI_INSTANCE = countsWith(
  subProcess('several', [start('in'), end('out')], 'in > out', { multiInstance: { cardinality: 2 } }),
);

/** A multi-instance over `list`, which collects `x` of its instances in `found`. */
export const collects = (isSequential: boolean): BpmnNode =>
  node('scriptTask', 'collect', {
    extensions: '<zeebe:script expression="=entry + n" resultVariable="x"/>',
    content: `<bpmn:multiInstanceLoopCharacteristics isSequential="${isSequential}"><bpmn:extensionElements><zeebe:loopCharacteristics inputCollection="=list" inputElement="entry" outputCollection="found" outputElement="=x"/></bpmn:extensionElements></bpmn:multiInstanceLoopCharacteristics>`,
  });

export const COUNTS_AND_COLLECTS = countsWith(collects(false));

/** A boundary event that keeps listening counts, and throws its own signal until a condition is true. */
export const countsAtBoundary = (condition: string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' }), throwEvent('call', signal('S'))],
        boundary('called', 'done', signal('S'), { interrupting: false }),
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        ...[exclusive('more'), throwEvent('again', signal('S')), end(), end('over'), end('enough')],
      ],
      `start > ask > both > done > end; both > call > over; called > count > more; more >[${condition}] enough; more >* again > over`,
    ),
  );

/** A boundary event that keeps listening sets a variable, which makes its condition true again. */
export const setsOffItsCondition = (condition: string, round = '=n + 1'): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' })],
        boundary('met', 'done', condition, { interrupting: false }),
        node('scriptTask', 'first', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        node('scriptTask', 'count', { extensions: `<zeebe:script expression="${round}" resultVariable="n"/>` }),
        ...[end(), end('over'), end('enough')],
      ],
      'start > ask > both > done > end; both > first > over; met > count > enough',
    ),
  );

/** Each round counts and leaves a token at `side`. */
export const countsAndForks = (side: BpmnNode): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again')],
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        ...[parallel('fork'), side],
      ],
      `start > ask > again > count > fork > ${side.id}; fork > again`,
    ),
  );

/** Each round makes two tokens of one, and one of the two again. */
export const FORKS_AND_JOINS = file(
  drawn(
    'process',
    [
      ...[start(), ask, exclusive('again'), parallel('fork'), plainTask('side'), parallel('join')],
      node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
    ],
    'start > ask > again > fork > count > join > again; fork > side > join',
  ),
);

/** Only some of the ways of its fork are taken, so that the join waits until no other token can come. */
export const FORKS_TO_SOME = file(
  drawn(
    'process',
    [
      ...[
        start(),
        ask,
        exclusive('again'),
        inclusive('fork'),
        plainTask('one'),
        plainTask('other'),
        plainTask('third'),
      ],
      inclusive('join'),
      node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
    ],
    'start > ask > again > fork; fork >[=n >= 0] one > join; fork >[=n < 0] other > join; fork >[=n >= 0] third > join; join > count > again',
  ),
);

/** Each round counts, in a part that has a limit in time. */
export const HAS_LIMIT = file(
  drawn(
    'process',
    [
      ...[start(), ask, exclusive('again'), boundary('late', 'limited', timer('P1D')), end()],
      subProcess(
        'limited',
        [
          start('in'),
          node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
          end('out'),
        ],
        'in > count > out',
      ),
    ],
    'start > ask > again > limited > again; late > end',
  ),
);

/** Two tokens wake each other in turn, and one of them counts. */
export const wakeEachOther = (event: (name: string) => string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), exclusive('one'), throwEvent('call', event('A'))],
        ...[catchEvent('called', event('B')), exclusive('other'), catchEvent('heard', event('A'))],
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
        throwEvent('answer', event('B')),
      ],
      'start > ask > both > other > heard > count > answer > other; both > one > call > called > one',
    ),
  );

/** The same, and their rounds differ, in an order that does not repeat for long, until a condition is true. */
export const wakesDifferently = (
  event: (name: string) => string,
  condition = '=m < 0',
  roots: readonly string[] = [],
): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, parallel('both'), exclusive('one'), throwEvent('call', event('A')), end()],
        ...[catchEvent('called', event('B')), exclusive('other'), catchEvent('heard', event('A'))],
        ...[sets('draw', 'modulo(n * 7 + 3, 101)'), exclusive('which'), plainTask('even'), plainTask('odd')],
        ...[sets('count', 'm + 1', 'm'), exclusive('more'), throwEvent('answer', event('B'))],
        userTask('done', { assignee: 'bo' }),
      ],
      `start > ask > both > other > heard > draw > which; which >[=modulo(n, 3) = 0] even > count; which >* odd > count; count > more; more >[${condition}] done > end; more >* answer > other; both > one > call > called > one`,
    ),
    ...roots,
  );

/** The same, by another name in each round. */
export const WAKES_BY_DIFFERENT_NAMES = wakesDifferently(
  (id) => `<signalEventDefinition signalRef="${id}"/>`,
  '=m < 0',
  ['A', 'B'].map((id) => root('signal', id, { name: `="${id}" + string(m)` })),
);

/** A boundary event makes its condition true again, in rounds that differ. */
export const SETS_OFF_DIFFERENTLY = file(
  drawn(
    'process',
    [
      ...[start(), ask, parallel('both'), userTask('done', { assignee: 'bo' }), sets('first', 'n + 1')],
      boundary('met', 'done', conditional('=n >= 0'), { interrupting: false }),
      ...[sets('draw', 'modulo(n * 7 + 3, 101)'), exclusive('which'), plainTask('even'), plainTask('odd')],
      ...[exclusive('either'), end(), end('over'), end('enough')],
    ],
    'start > ask > both > done > end; both > first > over; met > draw > which; which >[=modulo(n, 3) = 0] even > either; which >* odd > either > enough',
  ),
);

export const SETS_ITSELF_OFF = file(
  drawn(
    'process',
    [
      start(),
      ask,
      throwEvent('call', signal('S')),
      end(),
      eventSubProcess(
        'off',
        [
          start('called', { content: signal('S'), attributes: { isInterrupting: false } }),
          throwEvent('again', signal('S')),
          end('over'),
        ],
        'called > again > over',
      ),
    ],
    'start > ask > call > end',
  ),
);

/** Each round forks, and one of its branches goes one of two ways, in an order that does not repeat for long. */
export const forksDifferently = (condition: string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again')],
        node('scriptTask', 'draw', {
          extensions: '<zeebe:script expression="=modulo(n * 7 + 3, 101)" resultVariable="n"/>',
        }),
        ...[parallel('fork'), exclusive('which'), plainTask('even'), plainTask('odd'), exclusive('either')],
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=m + 1" resultVariable="m"/>' }),
        ...[parallel('join'), exclusive('more'), userTask('done', { assignee: 'bo' }), end()],
      ],
      `start > ask > again > draw > fork > which; which >[=modulo(n, 2) = 0] even > either; which >* odd > either; either > join; fork > count > join > more; more >[${condition}] done > end; more >* again`,
    ),
  );

/** Each round goes one of three ways, in an order that does not repeat for long, until a condition is true. */
export const goesDifferently = (condition: string): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again')],
        node('scriptTask', 'draw', {
          extensions: '<zeebe:script expression="=modulo(n * 7 + 3, 101)" resultVariable="n"/>',
        }),
        ...[exclusive('which'), plainTask('even'), boundary('caught', 'try', error('E')), exclusive('more')],
        subProcess(
          'try',
          [start('begin'), exclusive('fails'), endWith('fail', error('E')), end('out')],
          'begin > fails >[=modulo(n, 3) = 0] fail; fails >* out',
        ),
        node('scriptTask', 'count', { extensions: '<zeebe:script expression="=m + 1" resultVariable="m"/>' }),
        ...[userTask('done', { assignee: 'bo' }), end()],
      ],
      `start > ask > again > draw > which; which >[=modulo(n, 2) = 0] even > count; which >* try > count; caught > count > more; more >[${condition}] done > end; more >* again`,
    ),
  );

/** Some rounds have one thing, others another, in an order that does not repeat for long, until a condition is true. */
const mixes = (one: BpmnNode, nodes: readonly BpmnNode[], paths: string, ...called: readonly string[]): string =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), exclusive('which'), one, exclusive('more'), end(), ...nodes],
        sets('draw', 'modulo(n * 7 + 3, 101)'),
      ],
      `start > ask > again > draw > which; which >[=modulo(n, 3) = 0] ${one.id} > more; ${paths}; more >[=n < 0] end; more >* again`,
    ),
    ...called,
  );

/** A multi-instance, or an inclusive fork. */
export const REPEATS_DIFFERENTLY = mixes(
  sets('each', 'm + 1', 'm', multiInstance({ cardinality: 3 })),
  [inclusive('some'), plainTask('small'), plainTask('even'), plainTask('rest'), inclusive('all')],
  'which >* some; some >[=n < 50] small > all; some >[=n < 50] even > all; some >* rest > all > more',
);

/** A fork to branches that set the same variable, or nothing. */
export const RACES_DIFFERENTLY = mixes(
  plainTask('rest'),
  [parallel('fork'), sets('adds', 'm + 1', 'm'), sets('doubles', 'modulo(m * 2, 97)', 'm'), parallel('join')],
  'which >* fork; fork > adds > join; fork > doubles > join; join > more',
);

/** A throw that nobody hears, by a computed name; or a condition that is met, and an error that a sub-process mends itself. */
export const WAITS_DIFFERENTLY = mixes(
  throwEvent('call', '<bpmn:signalEventDefinition signalRef="computed"/>'),
  [
    ...[sets('adds', 'm + 1', 'm'), catchEvent('met', conditional('=m > 0'))],
    subProcess(
      'part',
      [
        ...[start('in'), exclusive('fails'), endWith('fail', error('E')), end('out')],
        eventSubProcess('mends', [start('caught', { content: error('E') }), end('mended')], 'caught > mended'),
      ],
      'in > fails; fails >[=modulo(n, 2) = 0] fail; fails >* out',
    ),
  ],
  'which >* adds > met > part > more',
  root('signal', 'computed', { name: '=string(n)' }),
);

/** A call, or a sub-process with two tokens. */
export const CALLS_DIFFERENTLY = mixes(
  callActivity('call', 'called'),
  [
    subProcess(
      'part',
      [start('in'), parallel('fork'), plainTask('left'), plainTask('right'), end('out')],
      'in > fork > left > out; fork > right > out',
    ),
  ],
  'which >* part > more',
  drawn('called', [...[start('begin'), end('over')], sets('inside', 'm + 1', 'm')], 'begin > inside > over', {
    isExecutable: false,
  }),
);
