/** Processes in which nothing waits behind the task `ask`, and nothing ends. */
import {
  type BpmnNode,
  boundary,
  catchEvent,
  process as drawn,
  end,
  eventSubProcess,
  exclusive,
  inclusive,
  node,
  parallel,
  plainTask,
  start,
  subProcess,
  throwEvent,
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

/** Each round makes two tokens of each. */
export const MULTIPLIES = file(
  drawn(
    'process',
    [start(), ask, exclusive('again'), sets('count', 'n + 1'), parallel('fork'), plainTask('one'), plainTask('other')],
    'start > ask > again > count > fork > one > again; fork > other > again',
  ),
);
