import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  bareTask,
  end,
  eventSubProcess,
  fileWith,
  node,
  processFile,
  root,
  signal,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

findsIn('one-start-event', [
  [
    'a process without a start event is refused',
    processFile([userTask('a'), end()], 'a > end'),
    'error process: The process has no start event, so there is nowhere to begin.',
  ],
  [
    'a second plain start event is refused',
    processFile([start(), start('again'), userTask('a'), end()], 'start > a > end; again > a'),
    'error again: The process has 2 plain start events, so it is not clear where an instance begins.',
  ],
  [
    'one plain start event is fine, beside others and alone',
    [
      fileWith(userTask('a')),
      draw(
        {
          tasks: 'a',
          others: [start('daily', { content: timer('R/P1D') }), start('s', { content: signal('x') })],
          paths: 'start > a > end; daily > a; s > a',
        },
        root('signal', 'x'),
      ),
    ],
  ],
  [
    'a process that only a timer starts is fine',
    processFile([start('daily', { content: timer('R/P1D') }), userTask('a'), end()], 'daily > a > end'),
  ],
]);

describe('sub-process-start', () => {
  const rule = 'sub-process-start';

  test.each([
    ['nothing in it', subProcess('part', [], ''), 'has nothing in it'],
    [
      'two start events',
      subProcess('part', [start('s'), start('t'), userTask('a'), end('e')], 's > a > e; t > a'),
      'has 2 start events',
    ],
    [
      'two beginnings',
      subProcess('part', [userTask('a'), userTask('b'), end('e')], 'a > e; b > e'),
      'has no start event, and 2 elements without a flow to them',
    ],
    [
      'a circle for a beginning',
      subProcess('part', [userTask('a'), userTask('b')], 'a > b > a'),
      'has no start event, and no element without a flow to it',
    ],
  ])('a sub-process with %s is refused', async (_what, part, reason) => {
    expect(await findProblems(fileWith(part), rule)).toEqual([`error part: The sub-process "part" ${reason}.`]);
  });

  findsIn(rule, [
    [
      'one start event is fine, and so is none where there is one beginning',
      [
        fileWith(subProcess('part', [start('s'), userTask('a'), end('e')], 's > a > e')),
        fileWith(subProcess('part', [userTask('a'), userTask('b')], 'a > b')),
      ],
    ],
  ]);
});

describe('nested-too-deep', () => {
  /** A task inside of so many sub-processes, `s1` the outermost. */
  function nested(depth: number): string {
    let inner = userTask('a');
    for (let at = depth; at > 0; at -= 1) {
      inner = subProcess(`s${at}`, [start(`in${at}`), inner, end(`out${at}`)], `in${at} > ${inner.id} > out${at}`);
    }
    return fileWith(inner);
  }

  findsIn('nested-too-deep', [
    [
      'of sub-processes in each other the first that is too deep is refused',
      [101, 300].map((depth) => nested(depth)),
      'error s101: The sub-process "s101" is nested inside 100 others, which is too deep to run.',
    ],
    ['a hundred are fine', nested(100)],
  ]);
});

describe('node-unreachable', () => {
  const rule = 'node-unreachable';

  test('a task that no path leads to is named, and nothing else is said of it', async () => {
    const xml = processFile(
      [start(), userTask('a'), bareTask('b', { name: 'B' }), node('complexGateway', 'c'), end()],
      'start > a > end; b > c > end',
    );
    expect(await findProblems(xml, rule)).toEqual([
      'warning b: No path leads from the start event to "B", nor to "c" behind it, so it never happens.',
    ]);
    expect((await readXml(xml)).problems).toHaveLength(1);
  });

  findsIn(rule, [
    [
      'a circle that hangs on nothing is named once',
      processFile([start(), userTask('a'), end(), userTask('b'), userTask('c')], 'start > a > end; b > c > b'),
      'warning b: No path leads from the start event to "b", nor to "c" behind it, so it never happens.',
    ],
    [
      'what hangs on a boundary event is not called unreachable',
      draw({
        tasks: 'a b',
        others: [
          node('boundaryEvent', 'late', { attributes: { attachedToRef: 'a' }, content: '<timerEventDefinition/>' }),
        ],
        paths: 'start > a > end; late > b > end',
      }),
    ],
  ]);

  test('where a join is left without it, that is a guess', async () => {
    const xml = draw({ tasks: 'a lost', parallel: 'join', paths: 'start > a > join > end; lost > join' });
    const { problems } = await readXml(xml);
    expect(problems).toMatchObject([
      {
        rule,
        guess: true,
        reason: 'No path leads from the start event to "lost", so it never happens, and "join" does not wait for it.',
      },
    ]);
  });
});

describe('event-sub-process-start', () => {
  const rule = 'event-sub-process-start';

  const beside = (part: BpmnNode) => processFile([start(), userTask('a'), end(), part], 'start > a > end');

  const due = (id: string) => start(id, { content: timer('P1D') });

  test.each([
    ['no start event', eventSubProcess('part', [userTask('b')], ''), 'has no start event, so nothing ever sets it off'],
    ['two start events', eventSubProcess('part', [due('s'), due('t'), end('e')], 's > e; t > e'), 'has 2 start events'],
    [
      'a plain start event',
      eventSubProcess('part', [start('s'), end('e')], 's > e'),
      'has a start event "s" that waits for nothing, so nothing ever sets it off',
    ],
    [
      'a start event for a trigger of Flowable',
      eventSubProcess(
        'part',
        [
          start('s', {
            extensions: '<flowable:variableListenerEventDefinition variableName="amount"/>',
          }),
          end('e'),
        ],
        's > e',
      ),
      'has a start event "s" with flowable:variableListenerEventDefinition, which is not run',
    ],
  ])('an event sub-process with %s is refused', async (_what, part, reason) => {
    expect(await findProblems(beside(part), rule)).toEqual([`error part: The event sub-process "part" ${reason}.`]);
  });

  findsIn(rule, [
    ['one start event with a trigger is fine', beside(eventSubProcess('part', [due('s'), end('e')], 's > e'))],
  ]);
});
