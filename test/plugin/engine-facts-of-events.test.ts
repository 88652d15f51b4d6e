/** What was measured about events and repeated tasks of bpmn-engine alone, each with the file of ours that is there because of it. */
import type { Execution } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import {
  boundary,
  callActivity,
  catchEvent,
  end,
  error,
  eventSubProcess,
  exclusive,
  link,
  manualTask,
  message,
  node,
  parallel,
  processFile,
  root,
  type StandardLoopOptions,
  signal,
  standardLoop,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../support/bpmn-xml.ts';
import { observe, SilentFlow, sourceOf } from './engine-observer.ts';

const roots = ['m', 's']
  .map((id) => root(id === 'm' ? 'message' : 'signal', id, { name: id }))
  .concat(root('error', 'E', { errorCode: 'E' }))
  .join('');

/** @param press tasks, or `!id` for a signal from outside */
async function runTo(xml: string, steps: readonly string[], variables = {}) {
  const seen = observe(await sourceOf(xml), {}, variables);
  const run = await seen.start();
  for (const step of steps) {
    if (step.startsWith('!')) tell(run.execution, step.slice(1));
    else run.press(step);
  }
  return { ...run, failures: seen.failures };
}

const tell = (execution: Execution, id: string): void => {
  execution.signal({ id });
};

describe('elements/while-loop.ts turns the loop condition round', () => {
  const looped = (loop: StandardLoopOptions) =>
    processFile(
      [start(), userTask('a', { content: standardLoop({ ...loop, condition: '${again}' }) }), userTask('z'), end()],
      'start > a > z > end',
    );

  test('the engine goes on with the loop while the condition is false, and stops where it is true', async () => {
    expect((await runTo(looped({ maximum: 5 }), ['a'], { again: true })).open()).toBe('z');
    expect((await runTo(looped({ maximum: 5 }), ['a', 'a'], { again: false })).open()).toBe('a');
  });

  test('the condition of BPMN to be tested before the first round is not looked at before it', async () => {
    const run = await runTo(looped({ maximum: 5, testBefore: true }), [], { again: false });
    expect(run.open()).toBe('a');
  });
});

describe('elements/waiting-event-definition.ts lets events only wait', () => {
  // Two catches in a row, and one throw in front of a task.
  const twice = (definition: string) =>
    processFile(
      [start(), parallel('f'), userTask('go'), throwEvent('t', definition), end('over')].concat([
        catchEvent('c1', definition),
        catchEvent('c2', definition),
        userTask('z'),
        end(),
      ]),
      'start > f > c1 > c2 > z > end; f > go > t > over',
      { roots },
    );

  test.each([
    ['message', message('m')],
    ['signal', signal('s')],
  ])('a %s thrown once goes through two catches in a row', async (_kind, definition) => {
    expect((await runTo(twice(definition), [])).open()).toBe('go');
    expect((await runTo(twice(definition), ['go'])).open()).toBe('z');
  });

  test('a signal from outside reaches the first of two that wait for it', async () => {
    const xml = processFile(
      [start(), parallel('f'), catchEvent('c1', signal('s')), catchEvent('c2', signal('s'))].concat([
        userTask('a'),
        userTask('b'),
        end(),
      ]),
      'start > f > c1 > a > end; f > c2 > b > end',
      { roots },
    );
    expect((await runTo(xml, ['!s'])).open()).toBe('a');
  });

  test('a message that is said before the host of its boundary event has begun ends the host at once', async () => {
    const xml = processFile(
      [start(), parallel('f'), throwEvent('t', message('m')), userTask('before'), userTask('host')].concat([
        boundary('asked', 'host', message('m')),
        userTask('z'),
        end(),
        end('over'),
        end('end2'),
      ]),
      'start > f > t > over; f > before > host > end; asked > z > end2',
      { roots },
    );
    expect((await runTo(xml, ['before'])).open()).toBe('z');
  });
});

describe('catchers.ts finds the one that catches an error', () => {
  const failing = subProcess('q', [start('qs'), userTask('a'), end('qe', { content: error('E') })], 'qs > a > qe');

  test('the boundary event of a sibling fires too', async () => {
    const sibling = subProcess('r', [start('rs'), userTask('b'), end('re')], 'rs > b > re');
    const xml = processFile(
      [
        start(),
        parallel('f'),
        failing,
        sibling,
        boundary('own', 'q', error('E')),
        boundary('other', 'r', error('E')),
      ].concat([userTask('x'), userTask('y'), end()]),
      'start > f > q > end; f > r > end; own > x > end; other > y > end',
      { roots },
    );
    const seen = observe(await sourceOf(xml));
    const run = await seen.start();
    pressInside(run.execution, 'a');
    expect(run.open()).toBe('x y');
  });

  test('the boundary event of the scope around it fires too', async () => {
    const outer = subProcess(
      'o',
      [start('os'), failing, boundary('inner', 'q', error('E')), userTask('x'), end('oe')],
      'os > q > oe; inner > x > oe',
    );
    const xml = processFile(
      [start(), outer, boundary('around', 'o', error('E')), userTask('y'), end()],
      'start > o > end; around > y > end',
      { roots },
    );
    const seen = observe(await sourceOf(xml));
    const run = await seen.start();
    pressInside(run.execution, 'a');
    expect(run.open()).toContain('y');
  });
});

describe('interrupt-scope.ts and settle.ts set off event sub-processes', () => {
  test('the engine begins none when its message comes from outside', async () => {
    const aside = eventSubProcess(
      'e',
      [start('es', { content: message('m') }), userTask('w'), end('ee')],
      'es > w > ee',
    );
    const xml = processFile([start(), userTask('a'), end(), aside], 'start > a > end', { roots });
    expect((await runTo(xml, ['!m'])).open()).toBe('a');
  });
});

describe('what is drawn otherwise at deploy', () => {
  test('a link that is not taken holds the instance open (model/prepare/links-to-flows.ts)', async () => {
    const types = { SequenceFlow: SilentFlow };
    const source = await sourceOf(
      processFile(
        [start(), userTask('a'), exclusive('x'), throwEvent('t', link('l')), catchEvent('c', link('l'))].concat([
          userTask('m'),
          userTask('v'),
          end(),
          end('end2'),
        ]),
        'start > a > x; x >[${no}] t; x >[${yes}] m > end2; c > v > end',
      ),
      types,
    );
    const run = await observe(source, { elements: types }, { yes: true, no: false }).start();
    for (const id of ['a', 'm']) run.press(id);
    expect([run.open(), run.ended()]).toEqual(['', false]);
  });

  test('a call of a process that the file does not have waits for ever (model/prepare/inline-calls.ts)', async () => {
    const xml = processFile([start(), callActivity('c', 'elsewhere'), end()], 'start > c > end');
    const run = await runTo(xml, []);
    expect([run.open(), run.ended(), run.failures]).toEqual(['', false, []]);
  });
});

test('a manual task waits for a signal (engine-options.ts)', async () => {
  const run = await runTo(processFile([start(), manualTask('m'), end()], 'start > m > end'), []);
  expect(run.ended()).toBe(false);
  expect((await runTo(processFile([start(), node('task', 'm'), end()], 'start > m > end'), [])).ended()).toBe(true);
});

interface Api {
  readonly id: string;
  signal(message: object): void;
  getPostponed?(): Api[];
}

/** Presses a task in a sub-process. */
function pressInside(execution: Execution, id: string): void {
  const find = (apis: readonly Api[]): Api | undefined =>
    apis.find((api) => api.id === id) ?? apis.map((api) => find(inner(api))).find((found) => found !== undefined);
  // What waits lists itself.
  const inner = (api: Api): Api[] => (api.getPostponed?.() ?? []).filter((each) => each.id !== api.id);
  const found = find(execution.getPostponed() as unknown as Api[]);
  if (!found) throw new Error(`${id} does not wait`);
  found.signal({});
}
