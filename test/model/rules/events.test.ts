import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  element,
  end,
  eventSubProcess,
  exclusive,
  fileWith,
  manualTask,
  message,
  node,
  processFile,
  receiveTask,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('boundary-on-wrong-host', () => {
  const rule = 'boundary-on-wrong-host';

  const late = (id: string, host: string) => boundary(id, host, timer('P1D'));

  findsIn(rule, [
    [
      'a boundary event on what cannot have one is refused',
      processFile(
        [
          start(),
          manualTask('m'),
          exclusive('g'),
          catchEvent('c', timer('PT1H')),
          end(),
          eventSubProcess('h', [start('s', { content: timer('P2D') }), end('e')], 's > e'),
          ...[late('on-m', 'm'), late('on-g', 'g'), late('on-c', 'c'), late('on-h', 'h')],
          node('boundaryEvent', 'on-nothing', { content: timer('P1D') }),
        ],
        'start > m > g > c > end; on-m > end; on-g > end; on-c > end; on-h > end; on-nothing > end',
      ),
      [
        'warning on-m: The boundary event "on-m" is attached to "m", which is passed through at once, so it never fires.',
        'error on-g: The boundary event "on-g" is attached to "g", which is not an activity.',
        'error on-c: The boundary event "on-c" is attached to "c", which is not an activity.',
        'error on-h: The boundary event "on-h" is attached to the event sub-process "h".',
        'error on-nothing: The boundary event "on-nothing" is attached to nothing in the process.',
      ],
    ],
    [
      'a boundary event outside the sub-process of its task is refused',
      draw({ others: [subProcess('part', [userTask('a')], ''), late('b', 'a')], paths: 'start > part > end; b > end' }),
      'error b: The boundary event "b" is not in the same sub-process as "a", which it is attached to.',
    ],
  ]);

  test('a boundary event on a script that is computed at once is refused', async () => {
    const script = (id: string) =>
      node('scriptTask', id, { extensions: '<zeebe:script expression="=1" resultVariable="r"/>' });
    const named = node('scriptTask', 'c', { attributes: { 'ttc:service': 'c' } });
    const xml = processFile(
      [
        start(),
        script('a'),
        script('b'),
        named,
        late('on-a', 'a'),
        boundary('on-b', 'b', message('m')),
        late('on-c', 'c'),
        end(),
      ],
      'start > a > b > c > end; on-a > end; on-b > end; on-c > end',
      { roots: root('message', 'm', { name: 'm' }) },
    );
    expect(await findProblems(xml, rule)).toEqual([
      'error on-a: The boundary event "on-a" is attached to "a", which is computed at once.',
      'error on-b: The boundary event "on-b" is attached to "b", which is computed at once.',
    ]);
  });

  test('a boundary event on whatever waits is fine', async () => {
    const hosts = [
      userTask('a'),
      userTask('b', { multiInstance: { cardinality: 2 } }),
      serviceTask('c'),
      receiveTask('d', 'm'),
      subProcess('f', [userTask('g')], ''),
    ];
    const xml = processFile(
      [start(), ...hosts, ...hosts.map(({ id }) => late(`on-${id}`, id)), end()],
      `start > a > b > c > d > f > end;${hosts.map(({ id }) => `on-${id} > end`).join(';')}`,
      { roots: root('message', 'm') },
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  });
});

describe('several-event-definitions', () => {
  const rule = 'several-event-definitions';

  const roots = root('signal', 'x');

  const both = timer('PT1H') + signal('x');

  test('an event that waits for all of several, ends everything besides, or starts by two timers is refused', async () => {
    const all = { ...catchEvent('c', both), attributes: { parallelMultiple: true } };
    expect(await findProblems(fileWith(all, { roots }), rule)).toEqual([
      'error c: The event "c" has several definitions (timer, signal), and waits for all of them (parallelMultiple), which is not run.',
    ]);
    const last = end('end', { content: signal('x') + terminate() });
    expect(await findProblems(processFile([start(), last], 'start > end', { roots }), rule)).toEqual([
      'error end: The event "end" has several definitions (signal, terminate), but nothing is thrown any more once it terminates.',
    ]);
    const first = start('start', { content: timer('PT1H') + timer('PT2H') });
    expect(await findProblems(processFile([first, end()], 'start > end'), rule)).toEqual([
      'error start: The event "start" has several definitions (timer, timer), but a start event of a process can have only one timer.',
    ]);
  });

  findsIn(rule, [
    [
      'one definition is fine, and so are several of which any fires',
      [fileWith(catchEvent('c', timer('PT1H'))), fileWith(catchEvent('c', both), { roots })],
    ],
  ]);

  test('each definition has to run where it stands', async () => {
    const xml = processFile(
      [start(), userTask('a'), boundary('b', 'a', `${timer('PT1H')}<compensateEventDefinition/>`), end()],
      'start > a > end; b > end',
    );
    expect(await findProblems(xml, 'element-not-supported')).toEqual([
      'error b: This version does not run a compensation boundary event.',
    ]);
  });
});

findsIn('event-without-name', [
  [
    'events that do not say which message or signal are refused',
    processFile([start(), catchEvent('c', message()), throwEvent('t', signal()), end()], 'start > c > t > end'),
    [
      'error c: "c" waits for a message, but does not say which one.',
      'error t: "t" throws a signal, but does not say which one.',
    ],
  ],
  [
    'a message without a name goes by its id',
    processFile([start(), receiveTask('r', 'm'), end()], 'start > r > end', { roots: root('message', 'm') }),
  ],
  ['a receive task needs none', processFile([start(), receiveTask('r'), end()], 'start > r > end')],
  [
    'a message that is thrown without saying which is passed over',
    processFile([start(), throwEvent('t', message()), end('end', { content: message() })], 'start > t > end'),
    [
      'warning t: "t" throws a message, but does not say which one: nothing is sent, and the token goes on.',
      'warning end: "end" throws a message, but does not say which one: nothing is sent, and the token goes on.',
    ],
  ],
]);

describe('event-condition-invalid', () => {
  const rule = 'event-condition-invalid';

  const waiting = (condition: string) =>
    fileWith(catchEvent('c', element('conditionalEventDefinition', {}, condition)));

  const saying = (text: string, language?: string) =>
    waiting(element('condition', { 'xsi:type': 'tFormalExpression', language }, text));

  test.each([
    ['nothing', waiting(''), 'has no condition'],
    ['an empty text', saying(''), 'has no condition'],
    ['plain text', saying('amount is high'), 'has "amount is high" as its condition, which is plain text'],
  ])('a conditional event with %s is refused', async (_what, xml, fault) => {
    expect(await findProblems(xml, rule)).toEqual([`error c: The conditional event "c" ${fault}.`]);
  });

  findsIn(rule, [
    [
      'expressions and scripts are fine',
      [saying('${amount &gt; 1}'), saying('=amount &gt; 1'), saying('amount &gt; 1', 'groovy')],
    ],
  ]);
});

describe('start-trigger-reads-variables', () => {
  const rule = 'start-trigger-reads-variables';

  const startedBy = (definition: string, roots = '') =>
    processFile([start('s', { content: definition }), userTask('a'), end()], 's > a > end', { roots });

  test('a process whose start depends on variables is refused', async () => {
    expect(await findProblems(startedBy(timer('${every}')), rule)).toEqual([
      'error s: The start event "s" reads every in ${every}, but there are no variables before the process starts.',
    ]);
    const named = startedBy(message('m'), root('message', 'm', { name: 'order-${id}' }));
    expect(await findProblems(named, rule)).toEqual([
      'error s: The start event "s" reads id in order-${id}, but there are no variables before the process starts.',
    ]);
  });

  findsIn(rule, [['a start event that says when by itself is fine', startedBy(timer('R/P1D'))]]);
});
