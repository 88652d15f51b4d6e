import { expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  exclusive,
  node,
  parallel,
  plainTask,
  processFile,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { loopOfThrows, sets } from '../../support/endless-loops.ts';
import { diagram, endWith, error } from '../../support/named-events.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'loop-without-wait';

/** Goes through these nodes until `done`. */
const looping = (...body: readonly BpmnNode[]): string =>
  processFile(
    [start(), userTask('ask'), exclusive('again'), ...body, exclusive('more'), end()],
    `start > ask > again > ${body.map(({ id }) => id).join(' > ')} > more; more >[\${done}] end; more >* again`,
  );

const inside = (...body: readonly BpmnNode[]): BpmnNode =>
  subProcess('part', [start('in'), ...body, end('out')], ['in', ...body.map(({ id }) => id), 'out'].join(' > '));

test('a loop in which nothing waits gets a warning', async () => {
  expect(await findProblems(looping(plainTask('round')), rule)).toEqual([
    'warning again: Nothing waits in the loop through "again", "round", "more", so all of its rounds run in one step, which fails if there are too many or if they change no variable.',
  ]);
});

test.each([
  ['that computes something', looping(sets('round', 'n + 1'))],
  ['through a sub-process', looping(inside(plainTask('round')))],
  [
    'in a sub-process',
    draw({
      others: [
        subProcess(
          'outer',
          [start('in'), exclusive('a'), exclusive('b'), end('out')],
          'in > a > b; b >[${x}] out; b >* a',
        ),
      ],
      paths: 'start > outer > end',
    }),
  ],
  ['of errors that are caught', loopOfThrows(error('E'))],
  [
    'that forks and joins',
    processFile(
      [start(), exclusive('again'), parallel('fork'), plainTask('one'), plainTask('two'), parallel('join')],
      'start > again > fork > one > join > again; fork > two > join',
    ),
  ],
])('so does one %s', async (_, xml) => {
  expect(await findProblems(xml, rule)).toEqual([expect.stringMatching(/^warning /)]);
});

test.each([
  ['a user task', looping(userTask('round'))],
  ['a service', looping(node('serviceTask', 'round', { extensions: '<zeebe:taskDefinition type="x"/>' }))],
  ['a timer', looping(catchEvent('round', timer('PT1H')))],
  ['a user task in a sub-process', looping(inside(userTask('round')))],
  [
    'a user task before the error',
    diagram(
      [
        ...[start(), exclusive('again'), boundary('caught', 'try', error('E')), end()],
        subProcess('try', [start('in'), userTask('work'), endWith('fail', error('E'))], 'in > work > fail'),
      ],
      'start > again > try > end; caught > again',
    ),
  ],
  [
    'a join for which a user task must be handled',
    processFile(
      [start(), exclusive('again'), parallel('fork'), plainTask('one'), userTask('two'), parallel('join')],
      'start > again > fork > one > join > again; fork > two > join',
    ),
  ],
])('a loop with %s waits', async (_, xml) => {
  expect(await findProblems(xml, rule)).toEqual([]);
});
