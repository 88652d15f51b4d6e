import { PROCESS_FILES } from '../processes/process-files.ts';
import {
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  parallel,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { diagram, message } from '../support/named-events.ts';
import { HALTED_RECIPES } from './halted-recipes.ts';
import { REPEATED_TASK_RECIPES } from './repeated-task-recipes.ts';
import { eventSubProcess, multiSubProcess, sideBoundary, tasks, timer } from './shapes/palette.ts';
import type { SnapshotRecipe } from './snapshot-recipe.ts';

export const RECIPES: readonly SnapshotRecipe[] = [
  {
    name: 'leave-approval',
    about: 'The sample process in its second round, at the director.',
    xml: processFileNamed('leave-approval.bpmn'),
    variables: { manager: 'max', days: 5 },
    before: [
      { press: 1, at: 'apply' },
      { press: 2, at: 'manager-approval', button: 'Reject' },
      { press: 3, at: 'apply' },
      { press: 4, at: 'manager-approval', button: 'Approve' },
    ],
    after: [
      { press: 5, at: 'director-approval', button: 'Reject' },
      { press: 6, at: 'apply' },
      { press: 7, at: 'manager-approval', button: 'Approve' },
      { press: 8, at: 'director-approval', button: 'Approve' },
    ],
  },
  {
    name: 'purchase',
    about: 'The sample process with one of two checks done; signers and a job are to come.',
    xml: processFileNamed('purchase.bpmn'),
    variables: { signers: ['sue', 'sam', 'sue'] },
    before: [
      { press: 1, at: 'request' },
      { press: 3, at: 'finance-check' },
    ],
    after: [
      { press: 2, at: 'legal-check' },
      { press: 5, at: 'sign' },
      { press: 4, at: 'sign' },
      { press: 6, at: 'sign' },
      { finish: 'place-order' },
    ],
  },
  {
    name: 'votes-half-done',
    about: 'A countersign of five, two of whom approved; three must.',
    xml: diagram(
      [
        start(),
        userTask('sign', {
          assignee: '${signer}',
          multiInstance: { collection: '${signers}', elementVariable: 'signer' },
          attributes: { 'ttc:completion': '3' },
        }),
        ...[exclusive('g'), ...tasks('good', 'bad'), end()],
      ],
      'start > sign > g; g >"Yes"{ttc:vote=approve} good > end; g >"No"{ttc:vote=reject} bad > end',
    ),
    variables: { signers: ['a', 'b', 'c', 'd', 'e'] },
    before: [
      { press: 2, at: 'sign', button: 'Yes' },
      { press: 5, at: 'sign', button: 'Yes' },
    ],
    after: [
      { press: 1, at: 'sign', button: 'No' },
      { press: 4, at: 'sign', button: 'Yes' },
      { press: 6, at: 'good' },
    ],
  },
  {
    name: 'held-report',
    about: 'A task whose report waits for the job it caused, beside another task.',
    xml: diagram(
      [start(), parallel('f'), ...tasks('a', 'b', 'c'), serviceTask('s'), parallel('j'), userTask('d'), end()],
      'start > f > a > s > c > j > d > end; f > b > j',
    ),
    before: [{ press: 1, at: 'a' }],
    after: [{ press: 2, at: 'b' }, { finish: 's' }, { press: 3, at: 'c' }, { press: 4, at: 'd' }],
  },
  {
    name: 'gone-behind-a-held-report',
    about:
      'A countersign that one of three decided; the signature is held for a job, and so is what to say of the others.',
    xml: diagram(
      [
        start(),
        userTask('sign', { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 3 } }),
        ...[serviceTask('s'), userTask('d'), end()],
      ],
      'start > sign > s > d > end',
    ),
    before: [{ press: 2, at: 'sign' }],
    after: [{ finish: 's' }, { press: 4, at: 'd' }],
  },
  {
    name: 'timers-and-boundaries',
    about:
      'A timer event, an interrupting and a non-interrupting boundary timer, and a boundary message are waited for.',
    xml: diagram(
      [
        ...[start(), parallel('f'), ...tasks('a', 'b', 'late', 'remind', 'asked', 'rest'), exclusive('x')],
        ...[catchEvent('pause', timer('PT5H')), boundary('tooLate', 'a', timer('PT20H'))],
        ...[sideBoundary('reminder', 'b', timer('R2/PT8H')), sideBoundary('question', 'b', message('m1'))],
        ...[parallel('j'), end(), end('end2'), end('end3')],
      ],
      `start > f > a > x > j > end; f > b > j; f > pause > rest > j
       tooLate > late > x; reminder > remind > end2; question > asked > end3`,
    ),
    before: [{ message: 'm1' }],
    after: [
      { wakeAfterHours: 6 },
      { wakeAfterHours: 3 },
      { press: 5, at: 'remind' },
      { press: 3, at: 'asked' },
      { wakeAfterHours: 12 },
      { press: 2, at: 'b' },
      { press: 4, at: 'rest' },
      { press: 6, at: 'late' },
      { press: 7, at: 'remind' },
    ],
  },
  {
    name: 'event-sub-process',
    about: 'An interrupting event sub-process was set off by a message and is at its task.',
    xml: draw({ id: 'P', tasks: 'a b', others: [eventSubProcess('E', message('m1'))], paths: 'start > a > b > end' }),
    before: [{ press: 1, at: 'a' }, { message: 'm1' }],
    after: [{ press: 3, at: 'EU' }],
  },
  {
    name: 'iterations-at-different-nodes',
    about: 'Four iterations of a sub-process: at its first task, at its second, at a half-filled join, and done.',
    xml: diagram(
      [
        ...[start(), userTask('z'), end()],
        multiSubProcess(
          'Q',
          [
            start('qs'),
            userTask('a', { assignee: '${person}' }),
            parallel('f'),
            ...tasks('b', 'c'),
            parallel('j'),
            end('qe'),
          ],
          'qs > a > f; f > b > j; f > c > j; j > qe',
          { collection: '${people}', elementVariable: 'person' },
        ),
      ],
      'start > Q > z > end',
    ),
    variables: { people: ['p', 'q', 'r', 's'] },
    before: [
      { press: 2, at: 'a' },
      { press: 3, at: 'a' },
      { press: 7, at: 'b' },
      { press: 4, at: 'a' },
      { press: 9, at: 'b' },
      { press: 10, at: 'c' },
    ],
    after: [
      { press: 8, at: 'c' },
      { press: 6, at: 'c' },
      { press: 1, at: 'a' },
      { press: 11, at: 'b' },
      { press: 5, at: 'b' },
      { press: 12, at: 'c' },
      { press: 13, at: 'z' },
    ],
  },
  {
    name: 'half-filled-joins',
    about: 'A parallel join that has one of two tokens, inside one of three paths of an inclusive join that has one.',
    xml: diagram(
      [
        ...[start(), inclusive('i'), parallel('f'), parallel('p'), inclusive('o')],
        ...[...tasks('a', 'b', 'c', 'd', 'e'), end()],
      ],
      `start > i; i >[\${yes}] f; i >[\${yes}] c > o; i >[\${no}] d > o
       f > a > p; f > b > p; p > o > e > end`,
    ),
    variables: { yes: true, no: false },
    before: [
      { press: 1, at: 'a' },
      { press: 3, at: 'c' },
    ],
    after: [
      { press: 2, at: 'b' },
      { press: 4, at: 'e' },
    ],
  },
  ...REPEATED_TASK_RECIPES,
  ...HALTED_RECIPES,
];

function processFileNamed(wanted: string): string {
  const file = PROCESS_FILES.find(({ name }) => name === wanted);
  if (!file) throw new Error(`processes/ has no ${wanted}`);
  return file.xml;
}
