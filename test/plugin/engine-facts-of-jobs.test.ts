/** What was measured about jobs, rounds and escalations of bpmn-engine alone, each with the file of ours that is there because of it. */
import { pid } from 'node:process';
import * as elements from 'bpmn-elements';
import type { Execution } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import { WaitingServiceTask } from '../../src/plugin/engine/elements/waiting-service-task.ts';
import { type RunContext, runOption } from '../../src/plugin/engine/run-context.ts';
import {
  boundary,
  element,
  end,
  escalation,
  exclusive,
  parallel,
  processFile,
  root,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { expressions, idleTimers, observe, sourceOf, stateOf } from './engine-observer.ts';

describe('elements/waiting-service-task.ts lets a service wait', () => {
  test('the engine calls a service inside the run, and again after every recover', async () => {
    const calls: string[] = [];
    const pay = (scope: { readonly content: { readonly executionId: string } }) =>
      void calls.push(scope.content.executionId);
    const source = await sourceOf(
      draw({ others: [serviceTask('pay', { attributes: { implementation: '${pay}' } })], paths: 'start > pay > end' }),
    );
    const run = await observe(source, {}, { pay }).start();
    expect(calls).toHaveLength(1);
    let state = stateOf(run.execution);
    for (const _ of [1, 2]) state = stateOf((await observe(source, {}, { pay }).resume(state)).execution);
    expect(calls).toEqual([calls[0], calls[0], calls[0]]);
  });

  test('built on SignalTaskBehaviour it says that it waits, also after a recover, and a signal lets it go on', async () => {
    const types = { ServiceTask: WaitingServiceTask };
    const source = await sourceOf(
      processFile([start(), serviceTask('pay'), userTask('z'), end()], 'start > pay > z > end'),
      types,
    );
    const options = { elements: types, ...runOption({ computeExpression: () => false } as unknown as RunContext) };
    const seen = observe(source, options);
    const first = await seen.start();
    const again = observe(source, options);
    const run = await again.resume(stateOf(first.execution));
    const waits = [seen, again].map(({ heard }) => heard.find(({ name }) => name === 'activity.wait'));
    expect(waits.map((wait) => wait?.id)).toEqual(['pay', 'pay']);
    expect(waits[1]?.executionId).toBe(waits[0]?.executionId);
    postponed(run.execution, 'pay')?.signal({});
    expect(run.open()).toBe('z');
  });
});

test('a script of the engine runs inside the run, and reaches the process of Node (elements/script-task.ts)', async () => {
  const found: unknown[] = [];
  const text = "environment.variables.found.push(this.constructor.constructor('return process.pid')()); next();";
  const source = await sourceOf(processFile([start(), scriptTask('s', text), end()], 'start > s > end'));
  const run = await observe(source, {}, { found }).start();
  expect([found, run.ended()]).toEqual([[pid], true]);
});

describe('rounds', () => {
  test('a countersign that is decided early and leads straight back to itself counts whom it did without in its next round (elements/countersign-loop.ts)', async () => {
    const decisions = [true];
    const decidedOnce = {
      ...expressions,
      resolveExpression: (...[text, message]: Parameters<typeof expressions.resolveExpression>) =>
        text === '${enough}' ? (decisions.pop() ?? false) : expressions.resolveExpression(text, message),
    };
    const sign = userTask('sign', { multiInstance: { cardinality: 2, condition: '${enough}' } });
    const xml = processFile([start(), sign, exclusive('g'), end()], 'start > sign > g; g >[${again}] sign; g >* end');
    const seen = observe(await sourceOf(xml), { expressions: decidedOnce }, { again: true });
    const run = await seen.start();
    run.press('sign');
    expect(seen.entered('sign')).toHaveLength(2);
    run.press('sign');
    expect(seen.entered('sign')).toHaveLength(3);
  });

  test('a loop hears of the message that began it once more after a recover, as redelivered (elements/while-loop.ts)', async () => {
    const heard: (boolean | undefined)[] = [];
    const types = { StandardLoopCharacteristics: hearingLoop(heard) };
    const loop = element('standardLoopCharacteristics', { loopMaximum: 3 });
    const source = await sourceOf(
      processFile([start(), userTask('a', { content: loop }), end()], 'start > a > end'),
      types,
    );
    const run = await observe(source).start();
    expect(heard.map(Boolean)).toEqual([false]);
    const again = await observe(source).resume(stateOf(run.execution));
    expect(heard.map(Boolean)).toEqual([false, true]);
    expect(again.waiting().map(({ executionId }) => executionId)).toEqual(
      run.waiting().map(({ executionId }) => executionId),
    );
  });

  test('a boundary event that says execute.repeat waits again, and is told the rounds left (elements/waiting-event-definition.ts)', async () => {
    const fires: (() => void)[] = [];
    const keep = {
      setTimeout: (fire: () => void) => {
        fires.push(fire);
        return {};
      },
    };
    const timers = { ...idleTimers(), ...keep, register: () => ({ ...idleTimers(), ...keep }) };
    const cycle = element('timerEventDefinition', {}, element('timeCycle', {}, 'R3/PT1H'));
    const xml = processFile(
      [start(), userTask('a'), boundary('late', 'a', cycle, { interrupting: false }), end(), end('over')],
      'start > a > end; late > over',
    );
    const seen = observe(await sourceOf(xml), { timers });
    await seen.start();
    fires[0]?.();
    expect(seen.entered('late').map(({ inbound }) => inbound[0])).toMatchObject([
      expect.not.objectContaining({ repeat: expect.anything() }),
      { repeat: 2 },
    ]);
  });

  test('a multi-instance lists its own root beside its iterations (waits.ts)', async () => {
    const sign = userTask('sign', { multiInstance: { cardinality: 2 } });
    const seen = observe(await sourceOf(processFile([start(), sign, end()], 'start > sign > end')));
    const run = await seen.start();
    const rootId = seen.entered('sign')[0]?.executionId;
    const activity = run.execution.getActivityById('sign') as unknown as {
      readonly execution: { getPostponed(): readonly Api[] };
    };
    const listed = activity.execution.getPostponed().map(({ executionId }) => executionId);
    expect(listed.toSorted()).toEqual([rootId, `${rootId}_0`, `${rootId}_1`]);
  });
});

describe('catchers.ts finds the one that catches an escalation', () => {
  const roots = root('escalation', 'E', { escalationCode: 'E' });
  const escalating = subProcess(
    'q',
    [start('qs'), userTask('a'), throwEvent('t', escalation('E')), userTask('b'), end('qe')],
    'qs > a > t > b > qe',
  );

  test('the boundary event of a sibling fires too', async () => {
    const sibling = subProcess('r', [start('rs'), userTask('c'), end('re')], 'rs > c > re');
    const xml = processFile(
      [start(), parallel('f'), escalating, sibling, userTask('x'), userTask('y'), end()].concat([
        boundary('own', 'q', escalation('E')),
        boundary('other', 'r', escalation('E')),
      ]),
      'start > f > q > end; f > r > end; own > x > end; other > y > end',
      { roots },
    );
    const run = await observe(await sourceOf(xml)).start();
    postponed(run.execution, 'a')?.signal({});
    expect(run.open()).toBe('x y');
  });

  test('the boundary event of the scope around it fires too', async () => {
    const outer = subProcess(
      'o',
      [start('os'), escalating, boundary('inner', 'q', escalation('E')), userTask('x'), end('oe')],
      'os > q > oe; inner > x > oe',
    );
    const xml = processFile(
      [start(), outer, boundary('around', 'o', escalation('E')), userTask('y'), end()],
      'start > o > end; around > y > end',
      { roots },
    );
    const run = await observe(await sourceOf(xml)).start();
    postponed(run.execution, 'a')?.signal({});
    expect(run.open()).toContain('y');
  });
});

interface Api {
  readonly id: string;
  readonly executionId: string;
  signal(message: object): void;
  getPostponed?(): Api[];
}

/** What waits under that id, also in sub-processes. */
function postponed(execution: Execution, id: string): Api | undefined {
  const find = (apis: readonly Api[]): Api | undefined =>
    apis.find((api) => api.id === id) ?? apis.map((api) => find(inner(api))).find((found) => found !== undefined);
  // What waits lists itself.
  const inner = (api: Api): Api[] => (api.getPostponed?.() ?? []).filter((each) => each.id !== api.id);
  return find(execution.getPostponed() as unknown as Api[]);
}

type Loop = new (activity: object, definition: object) => { execute(message: Redelivered): unknown };

interface Redelivered {
  readonly fields: { readonly redelivered?: boolean };
}

/** The engine's own loop, and what it is told. */
function hearingLoop(heard: (boolean | undefined)[]) {
  const EngineLoop = (elements as unknown as { StandardLoopCharacteristics: Loop }).StandardLoopCharacteristics;
  return function HearingLoop(activity: object, definition: object) {
    const loop = new EngineLoop(activity, definition);
    const execute = loop.execute.bind(loop);
    loop.execute = (message) => {
      heard.push(message.fields.redelivered);
      return execute(message);
    };
    return loop;
  };
}
