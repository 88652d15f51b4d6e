import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventGateway,
  eventSubProcess,
  fileWith,
  inclusive,
  node,
  parallel,
  processFile,
  receiveTask,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

findsIn('flow-without-ends', [
  [
    'a flow that leads nowhere is refused',
    processFile([start(), userTask('a'), end()], 'start > a > end; a > gone').replace(' targetRef="gone"', ''),
    'error a-gone: The flow leads from "a" to nothing in the process.',
  ],
  ['a connected flow is fine', fileWith(userTask('a'))],
]);

describe('flow-across-scopes', () => {
  const part = subProcess('part', [start('s'), userTask('b'), end('e')], 's > b > e', { name: 'Part' });

  findsIn('flow-across-scopes', [
    [
      'a flow out of a sub-process or into it is refused',
      processFile([start(), userTask('a'), part, end()], 'start > a > part > end; b > end; a > b'),
      [
        'error b-end: The flow leads from "b" in the sub-process "Part" to "end" in the process, but a flow cannot cross the border of a sub-process.',
        'error a-b: The flow leads from "a" in the process to "b" in the sub-process "Part", but a flow cannot cross the border of a sub-process.',
      ],
    ],
    [
      'a flow that is kept in another scope than its ends is refused',
      processFile([start(), part, end()], 'start > part > end; s > e'),
      'error s-e: The flow from "s" to "e" is stored in the process, but both of its ends are in the sub-process "Part".',
    ],
    [
      'flows inside and around a sub-process are fine',
      processFile([start(), userTask('a'), part, end()], 'start > a > part > end'),
    ],
  ]);
});

findsIn('flow-not-allowed', [
  [
    'flows to what starts by itself and on from an end are refused',
    draw({
      tasks: 'a b',
      others: [
        boundary('remind', 'a', timer('PT1H')),
        eventSubProcess('late', [start('due', { content: timer('P1D') }), end('e')], 'due > e'),
      ],
      paths: 'start > a > b > end; remind > end; b > start; b > remind; end > b; b > late; late > end',
    }),
    [
      'error b-start: The flow leads to "start", and no flow may lead to a start event.',
      'error b-remind: The flow leads to "remind", and no flow may lead to a boundary event.',
      'error end-b: The flow comes from "end", and no flow may leave an end event.',
      'error b-late: The flow leads to "late", and only its start event starts an event sub-process.',
      'error late-end: The flow comes from "late", and only its start event starts an event sub-process.',
    ],
  ],
  [
    'a boundary event that leads on is fine',
    draw({ tasks: 'a', others: [boundary('remind', 'a', timer('PT1H'))], paths: 'start > a > end; remind > end' }),
  ],
]);

describe('flows-share-target', () => {
  const rule = 'flows-share-target';

  test.each([parallel('fork'), inclusive('fork')])('two flows of a $tag to one task are pointed out', async (fork) => {
    const xml = draw({ tasks: 'a b', others: [fork], paths: 'start > a > fork > b > end; fork > b' });
    expect(await findProblems(xml, rule)).toEqual([
      'warning fork: Several flows lead from "fork" directly to "b", which runs once for each of them.',
    ]);
  });

  findsIn(rule, [
    [
      'two flows of an exclusive gateway to one task are two buttons',
      draw({ tasks: 'a b', exclusive: 'g', paths: 'start > a > g; g >"Fast" b > end; g >"Slow" b' }),
    ],
  ]);
});

describe('gateway-without-outgoing-flow', () => {
  const rule = 'gateway-without-outgoing-flow';

  test.each([
    ['exclusiveGateway', 'warning g: No flow leaves the gateway "g", so its path ends there.'],
    ['eventBasedGateway', 'error g: No flow leaves the gateway "g", so it waits for nothing.'],
  ])('an %s that nothing follows is named', async (tag, said) => {
    const xml = processFile([start(), userTask('a'), node(tag, 'g')], 'start > a > g');
    expect(await findProblems(xml, rule)).toEqual([said]);
  });

  test('a path may end at anything else', async () => {
    const xml = processFile([start(), userTask('a')], 'start > a');
    expect((await readXml(xml)).problems).toEqual([]);
  });
});

describe('event-gateway-targets', () => {
  const options = { roots: root('message', 'm') };

  findsIn('event-gateway-targets', [
    [
      'targets that do not wait, are shared or have a boundary event are refused',
      processFile(
        [
          start(),
          userTask('before'),
          eventGateway('g', { name: 'What first?' }),
          userTask('a'),
          catchEvent('c', timer('PT1H')),
          receiveTask('r', 'm'),
          boundary('late', 'r', timer('P1D')),
          end(),
        ],
        'start > before > g > a > end; g > c > end; before > c; g > r > end; late > end',
        options,
      ),
      [
        'error g-a: The event-based gateway "What first?" leads to "a", which does not wait for an event.',
        'error g-c: The event-based gateway "What first?" leads to "c", which other flows lead to as well.',
        'error g-r: The event-based gateway "What first?" leads to "r", which has a boundary event.',
      ],
    ],
    [
      'catch events and receive tasks of its own are fine',
      processFile(
        [start(), eventGateway('g'), catchEvent('c', timer('PT1H')), receiveTask('r', 'm'), end()],
        'start > g > c > end; g > r > end',
        options,
      ),
    ],
  ]);
});
