import { describe, test } from 'vitest';
import { catchEvent, end, node, pools, process, start, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { endWith, file, message, receiveTask, sendTask, startOn } from '../../support/named-events.ts';
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
const answering = process(
  'PB',
  [start('bs'), ...tasks('B1', 'B2'), catchEvent('bc', message('m1')), throwEvent('bt', message('m2')), end('be')],
  'bs > B1 > bc > B2 > bt > be',
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
  const both = file(pools(['PA', 'PB'], ['at > bc', 'bt > ac']), asking, answering);

  test('h1 the asking pool hands its message out and waits for the answer', () => playPool('PA', both, ASKING));

  test('h1b the answering pool waits for the message and hands its answer out', () =>
    playPool(
      'PB',
      both,
      `start -> B1
       press B1 -> waiting
       message m1 -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  // The engine keeps it for the receiver.
  test('h2 a message before the answering pool waits for it is unmatched: who sends may send it again', () =>
    playPool(
      'PB',
      both,
      `start -> B1
       message m1 -> B1 (nobody waits for m1)
       press B1 -> waiting
       message m1 -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  const starting = file(pools(['PA', 'PB'], ['at > bs', 'bt > ac']), asking, begun);

  test('h3 the asking pool does not start the other one itself', () => playPool('PA', starting, ASKING));

  test('h3c the pool that the message starts runs as an instance of its own', () =>
    playPool(
      'PB',
      starting,
      `start -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

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

  test('h5 without a collaboration the same processes do the same', () =>
    playPool('PA', file(asking, answering), ASKING));

  test('h6 a message end event hands its message out and ends', () =>
    playPool(
      'PA',
      file(
        pools(['PA', 'PB'], ['ae > bc']),
        process('PA', [start('as'), userTask('A1'), endWith('ae', message('m1'))], 'as > A1 > ae'),
        process('PB', [start('bs'), catchEvent('bc', message('m1')), end('be')], 'bs > bc > be'),
      ),
      `start -> A1
       press A1 -> END (nobody waits for m1)`,
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
        process(
          'PA',
          [
            ...[start('as'), ...tasks('A1', 'A2'), throwEvent('at', message('m1')), throwEvent('at2', message('m1'))],
            end('ae'),
          ],
          'as > A1 > at > A2 > at2 > ae',
        ),
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
