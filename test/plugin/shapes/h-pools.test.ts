import { describe, test } from 'vitest';
import { catchEvent, end, node, pools, process, start, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { drawProcess } from '../../support/draw.ts';
import { file, message, receiveTask, sendTask, startOn } from '../../support/named-events.ts';
import { deploy } from './deploy-shape.ts';
import { tasks } from './palette.ts';
import { play } from './shape-driver.ts';

/**
 * The engine would run both pools of a file in one instance and carry messages between them. Here every pool is deployed
 * and run on its own: what it throws and nobody in it waits for is handed out as unmatched, and what the other side
 * sends comes from outside.
 */
const asking = process(
  'PA',
  [start('as'), ...tasks('A1', 'A2'), throwEvent('at', message('m1')), catchEvent('ac', message('m2')), end('ae')],
  'as > A1 > at > ac > A2 > ae',
);
/** Begins with the message. */
const begun = process(
  'PB',
  [startOn('bs', message('m1')), userTask('B2'), throwEvent('bt', message('m2')), end('be')],
  'bs > B2 > bt > be',
);

const playPool = async (processId: 'PA' | 'PB', xml: string, script: string): Promise<void> =>
  play(await deploy(xml, { processId }), script);

const ASKING = `start -> A1
  press A1 -> waiting (nobody waits for m1)
  message m2 -> A2
  press A2 -> END`;

describe('two pools with message flows', () => {
  test('h3b a message flow to the edge of the other pool says the same', () =>
    playPool('PA', file(pools(['PA', 'PB'], ['at > pool-PB', 'bt > ac']), asking, begun), ASKING));

  const byTasks = file(
    pools(['PA', 'PB'], ['at > bc', 'bt > ac']),
    process(
      'PA',
      [start('as'), ...tasks('A1', 'A2'), sendTask('at', 'm1'), receiveTask('ac', 'm2'), end('ae')],
      'as > A1 > at > ac > A2 > ae',
    ),
    process(
      'PB',
      [start('bs'), receiveTask('bc', 'm1'), userTask('B2'), sendTask('bt', 'm2'), end('be')],
      'bs > bc > B2 > bt > be',
    ),
  );

  test('h4 a send task and a receive task say the same as events', () => playPool('PA', byTasks, ASKING));

  test('h4b from the other side too', () =>
    playPool(
      'PB',
      byTasks,
      `start -> waiting
       message m1 -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  test('h7 of a pool that is not executable nothing runs, and it need not be chosen', () =>
    play(
      file(
        pools(['PA', 'PB'], []),
        process('PA', [start('as'), userTask('A1'), end('ae')], 'as > A1 > ae'),
        process('PB', [start('bs'), userTask('B2'), end('be')], 'bs > B2 > be', { isExecutable: false }),
      ),
      `start -> A1
       press A1 -> END`,
    ));

  test('h8 the same message thrown twice is handed out twice', () =>
    playPool(
      'PA',
      file(
        pools(['PA', 'PB'], ['at > bs', 'at2 > bs']),
        drawProcess({
          id: 'PA',
          tasks: 'A1 A2',
          others: [start('as'), throwEvent('at', message('m1')), throwEvent('at2', message('m1')), end('ae')],
          paths: 'as > A1 > at > A2 > at2 > ae',
        }),
        begun,
      ),
      `start -> A1
       press A1 -> A2 (nobody waits for m1)
       press A2 -> END (nobody waits for m1)`,
    ));

  // The engine sends a message when the task is done; BPMN only says that something is sent.
  test('h9 a message flow from a user task carries nothing', () =>
    playPool(
      'PA',
      file(
        pools(['PA', 'PB'], ['A1 > bc']),
        process('PA', [start('as'), ...tasks('A1', 'A2'), end('ae')], 'as > A1 > A2 > ae'),
        process('PB', [start('bs'), node('receiveTask', 'bc'), end('be')], 'bs > bc > be'),
      ),
      `start -> A1
       press A1 -> A2
       press A2 -> END`,
    ));

  const twoWaiting = file(
    process('PA', [start('as'), catchEvent('ac', message('m1')), userTask('A2'), end('ae')], 'as > ac > A2 > ae'),
    process('PB', [start('bs'), catchEvent('bc', message('m1')), userTask('B2'), end('be')], 'bs > bc > B2 > be'),
  );

  test.each(['PA', 'PB'] as const)(
    'h10 two pools wait for one message: an instance of %s takes it for itself',
    (pool) =>
      playPool(
        pool,
        twoWaiting,
        `start -> waiting
       message m1 -> ${pool.at(-1)}2
       message m1 -> ${pool.at(-1)}2 (nobody waits for m1)
       press ${pool.at(-1)}2 -> END`,
      ),
  );
});
