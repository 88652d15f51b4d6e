import {
  boundary,
  callActivity,
  catchEvent,
  end,
  eventGateway,
  exclusive,
  parallel,
  serviceTask,
  start,
} from '../support/bpmn-xml.ts';
import { drawProcess } from '../support/draw.ts';
import { diagram, file, message, receiveTask, signal } from '../support/named-events.ts';
import { calledProcess, tasks, timer } from './shapes/palette.ts';
import type { SnapshotRecipe } from './snapshot-recipe.ts';

/** Snapshots of what stands still in the middle: at a choice of events, in a called process, suspended. */
export const HALTED_RECIPES: readonly SnapshotRecipe[] = [
  {
    name: 'event-based-gateway',
    about:
      'A gateway waits for a message, a signal, a receive task or a time, inside a branch; another branch is at a task.',
    xml: diagram(
      [
        ...[start(), parallel('f'), eventGateway('g'), exclusive('x'), parallel('j'), end()],
        ...[catchEvent('paid', message('m1')), catchEvent('stopped', signal('g1')), receiveTask('answered', 'm2')],
        ...[catchEvent('late', timer('PT5H')), ...tasks('a', 'b', 'c')],
      ],
      `start > f > g; g > paid > a > x; g > stopped > x; g > answered > x; g > late > b > x
       x > j > end; f > c > j`,
    ),
    before: [{ wakeAfterHours: 2 }],
    after: [{ wakeAfterHours: 4 }, { press: 2, at: 'b' }, { press: 1, at: 'c' }],
  },
  {
    name: 'inside-a-called-process',
    about: 'A called process, called by another called one: at its first task, with an event on the edge of the call.',
    xml: file(
      drawProcess({
        id: 'main',
        tasks: 'apply z clear',
        others: [callActivity('outer', 'review'), boundary('stopped', 'outer', message('m1'))],
        paths: 'start > apply > outer > z > end; stopped > clear > end2',
      }),
      calledProcess(
        'review',
        [start('rs'), callActivity('inner', 'check'), ...tasks('confirm'), end('re')],
        'rs > inner > confirm > re',
      ),
      calledProcess('check', [start('cs'), ...tasks('look', 'compare'), end('ce')], 'cs > look > compare > ce'),
    ),
    before: [{ press: 1, at: 'apply' }],
    after: [
      { press: 2, at: 'outer.inner.look' },
      { press: 3, at: 'outer.inner.compare' },
      { press: 4, at: 'outer.confirm' },
      { press: 5, at: 'z' },
    ],
  },
  {
    name: 'suspended',
    about: 'A suspended instance with a task, a job and a timer that has hours left.',
    xml: diagram(
      [
        ...[start(), parallel('f'), parallel('j'), ...tasks('a', 'b', 'late'), serviceTask('s'), end()],
        boundary('tooLate', 'a', timer('PT20H')),
        exclusive('x'),
      ],
      'start > f > a > x > j > end; tooLate > late > x; f > b > s > j',
    ),
    before: [{ press: 2, at: 'b' }, { wakeAfterHours: 6 }, { does: 'suspend' }],
    after: [
      { does: 'activate' },
      { finish: 's' },
      { wakeAfterHours: 13 },
      { wakeAfterHours: 2 },
      { press: 3, at: 'late' },
    ],
  },
];
