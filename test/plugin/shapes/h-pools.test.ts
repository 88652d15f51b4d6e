import { describe, test } from 'vitest';
import { catchEvent, end, node, process, start, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { drawingOf, endWith, message, pools, receiveTask, sendTask, startOn, tasks } from './draw.ts';
import { play } from './shape-driver.ts';

/**
 * The engine would run both pools of a file and carry messages between them. Here every pool is an instance of its own:
 * the pool that is deployed runs alone, what it throws and nobody in it waits for is handed out as unmatched, and what
 * the other side sends comes from outside.
 */
const asks = (isExecutable: boolean) =>
  process(
    'PA',
    [start('as'), ...tasks('A1', 'A2'), throwEvent('at', message('m1')), catchEvent('ac', message('m2')), end('ae')],
    'as > A1 > at > ac > A2 > ae',
    { isExecutable },
  );
const answers = (isExecutable: boolean) =>
  process(
    'PB',
    [start('bs'), ...tasks('B1', 'B2'), catchEvent('bc', message('m1')), throwEvent('bt', message('m2')), end('be')],
    'bs > B1 > bc > B2 > bt > be',
    { isExecutable },
  );
const BOTH_WAYS = pools(['PA', 'PB'], ['at > bc', 'bt > ac']);

const ASKING = `start -> A1
  press A1 -> waiting (nobody waits for m1)
  message m2 -> A2
  press A2 -> END`;

describe('two pools with message flows', () => {
  test('h1 the asking pool hands its message out and waits for the answer', () =>
    play(drawingOf(BOTH_WAYS, asks(true), answers(false)), ASKING));

  test('h1 the answering pool waits for the message and hands its answer out', () =>
    play(
      drawingOf(BOTH_WAYS, asks(false), answers(true)),
      `start -> B1
       press B1 -> waiting
       message m1 -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  test('h2 a message before the answering pool is there is unmatched: it is for who sends to keep it', () =>
    play(
      drawingOf(BOTH_WAYS, asks(false), answers(true)),
      `start -> B1
       message m1 -> B1 (nobody waits for m1)
       press B1 -> waiting
       message m1 -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  const started = (isExecutable: boolean) =>
    process(
      'PB',
      [startOn('bs', message('m1')), userTask('B2'), throwEvent('bt', message('m2')), end('be')],
      'bs > B2 > bt > be',
      { isExecutable },
    );

  test('h3 the asking pool does not start the other one itself', () =>
    play(drawingOf(pools(['PA', 'PB'], ['at > bs', 'bt > ac']), asks(true), started(false)), ASKING));

  test('h3 the pool that the message starts runs as an instance of its own', () =>
    play(
      drawingOf(pools(['PA', 'PB'], ['at > bs', 'bt > ac']), asks(false), started(true)),
      `start -> B2
       press B2 -> END (nobody waits for m2)`,
    ));

  test('h3b a message flow to the edge of the other pool says the same', () =>
    play(drawingOf(pools(['PA', 'PB'], ['at > pool-PB', 'bt > ac']), asks(true), started(false)), ASKING));

  test('h4 send tasks and receive tasks say the same as events', () =>
    play(
      drawingOf(
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
          { isExecutable: false },
        ),
      ),
      ASKING,
    ));

  test('h5 without a collaboration, message names alone say who hears whom', () =>
    play(drawingOf(asks(true), answers(false)), ASKING));

  test('h6 a message end event hands its message out and ends', () =>
    play(
      drawingOf(
        pools(['PA', 'PB'], ['ae > bc']),
        process('PA', [start('as'), userTask('A1'), endWith('ae', message('m1'))], 'as > A1 > ae'),
        process('PB', [start('bs'), catchEvent('bc', message('m1')), end('be')], 'bs > bc > be', {
          isExecutable: false,
        }),
      ),
      `start -> A1
       press A1 -> END (nobody waits for m1)`,
    ));

  test('h7 of a pool that is not executable nothing runs', () =>
    play(
      drawingOf(
        pools(['PA', 'PB'], []),
        process('PA', [start('as'), userTask('A1'), end('ae')], 'as > A1 > ae'),
        process('PB', [start('bs'), userTask('B2'), end('be')], 'bs > B2 > be', { isExecutable: false }),
      ),
      `start -> A1
       press A1 -> END`,
    ));

  test('h8 the same message thrown twice is handed out twice', () =>
    play(
      drawingOf(
        pools(['PA', 'PB'], ['at > bs', 'at2 > bs']),
        process(
          'PA',
          [
            ...[start('as'), ...tasks('A1', 'A2'), throwEvent('at', message('m1')), throwEvent('at2', message('m1'))],
            end('ae'),
          ],
          'as > A1 > at > A2 > at2 > ae',
        ),
        started(false),
      ),
      `start -> A1
       press A1 -> A2 (nobody waits for m1)
       press A2 -> END (nobody waits for m1)`,
    ));

  // The engine sends a message when the task is done; BPMN says of such a flow only that something is sent.
  test('h9 a message flow from a user task carries nothing', () =>
    play(
      drawingOf(
        pools(['PA', 'PB'], ['A1 > bc']),
        process('PA', [start('as'), ...tasks('A1', 'A2'), end('ae')], 'as > A1 > A2 > ae'),
        process('PB', [start('bs'), node('receiveTask', 'bc'), end('be')], 'bs > bc > be', { isExecutable: false }),
      ),
      `start -> A1
       press A1 -> A2
       press A2 -> END`,
    ));

  test('h10 another pool that waits for the same message does not get that of this instance', () =>
    play(
      drawingOf(
        process('PA', [start('as'), catchEvent('ac', message('m1')), userTask('A2'), end('ae')], 'as > ac > A2 > ae'),
        process('PB', [start('bs'), catchEvent('bc', message('m1')), userTask('B2'), end('be')], 'bs > bc > B2 > be', {
          isExecutable: false,
        }),
      ),
      `start -> waiting
       message m1 -> A2
       press A2 -> END`,
    ));
});
