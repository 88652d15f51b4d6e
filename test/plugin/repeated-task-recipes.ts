import {
  type BpmnNode,
  boundary,
  end,
  parallel,
  serviceTask,
  standardLoop,
  start,
  subProcess,
  userTask,
} from '../support/bpmn-xml.ts';
import { diagram, message } from '../support/named-events.ts';
import { sideEventSubProcess, tasks, timer } from './shapes/palette.ts';
import type { SnapshotRecipe } from './snapshot-recipe.ts';

/** Snapshots of tasks that are done by several, or several times. */
export const REPEATED_TASK_RECIPES: readonly SnapshotRecipe[] = [
  {
    name: 'shared-task-half-signed',
    about: 'One task for three signers, one of whom has signed; a task and a job beside it.',
    xml: diagram(
      [
        ...[start(), parallel('f'), parallel('j'), ...tasks('beside', 'z'), serviceTask('s'), end()],
        userTask('sign', {
          assignee: '${signer}',
          multiInstance: { collection: '${signers}', elementVariable: 'signer' },
          attributes: { 'ttc:countersign': 'shared' },
        }),
      ],
      'start > f > sign > j > z > end; f > beside > s > j',
    ),
    variables: { signers: ['amy', 'bob', 'cid'] },
    before: [{ press: 2, at: 'sign', by: 'bob' }],
    after: [
      { press: 2, at: 'sign', by: 'amy' },
      { press: 1, at: 'beside' },
      { press: 2, at: 'sign', by: 'cid' },
      { finish: 's' },
      { press: 3, at: 'z' },
    ],
  },
  {
    name: 'standard-loop-in-second-round',
    about:
      'A user task that is done again at most three times, and another while a condition holds: each in round two.',
    xml: diagram(
      [
        ...[start(), parallel('f'), parallel('j'), end()],
        userTask('counted', { content: standardLoop({ maximum: 3 }) }),
        userTask('asked', { content: standardLoop({ maximum: 5, condition: '${again}' }) }),
      ],
      'start > f > counted > j > end; f > asked > j',
    ),
    variables: { again: true },
    before: [
      { press: 1, at: 'counted' },
      { press: 2, at: 'asked' },
    ],
    after: [
      { press: 3, at: 'counted' },
      { press: 4, at: 'asked' },
      { press: 5, at: 'counted' },
      { press: 6, at: 'asked' },
      { press: 7, at: 'asked' },
      { press: 8, at: 'asked' },
    ],
  },
  {
    name: 'sequential-countersign',
    about: 'Four sign one after the other, one of them twice; the second has the task. Three of four are enough.',
    xml: diagram(
      [
        start(),
        userTask('sign', {
          assignee: '${signer}',
          multiInstance: { collection: '${signers}', elementVariable: 'signer', sequential: true },
          attributes: { 'ttc:completion': '75%' },
        }),
        ...[userTask('z'), end()],
      ],
      'start > sign > z > end',
    ),
    variables: { signers: ['amy', 'bob', 'amy', 'cid'] },
    before: [{ press: 1, at: 'sign', by: 'amy' }],
    after: [
      { press: 2, at: 'sign', by: 'bob' },
      { press: 3, at: 'sign', by: 'amy' },
      { press: 4, at: 'z' },
    ],
  },
  {
    name: 'several-tokens-in-one-node',
    about: 'Two tokens in a sub-process, each at a task with a timer; an event sub-process that runs twice.',
    xml: twiceAt(
      [
        subProcess(
          't',
          [start('s'), ...tasks('x', 'y'), boundary('late', 'x', timer('PT9H')), end('e')],
          's > x > e; late > y > e',
        ),
        sideEventSubProcess('help', message('m1')),
      ],
      't > end',
    ),
    before: [{ press: 1, at: 'a' }, { message: 'm1' }, { press: 2, at: 'b' }, { message: 'm1' }],
    after: [
      { press: 5, at: 'x' },
      { press: 6, at: 'helpU' },
      { wakeAfterHours: 9 },
      { press: 7, at: 'y' },
      { press: 4, at: 'helpU' },
    ],
  },
];

/** Tasks `a` and `b` in parallel, each followed by `t`. */
function twiceAt(nodes: readonly BpmnNode[], paths: string): string {
  const all = [start(), parallel('f'), ...tasks('a', 'b'), ...nodes, end()];
  return diagram(all, `start > f; f > a > t; f > b > t; ${paths}`);
}
