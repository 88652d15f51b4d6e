/**
 * What was measured about bpmn-engine and what the plugin is built on, each fact on the engine alone. One that fails
 * after an upgrade names the file that has to be looked at.
 */
import * as elements from 'bpmn-elements';
import { Engine, type Execution } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  exclusive,
  inclusive,
  parallel,
  processFile,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import {
  asRun,
  type EngineOptions,
  expressions,
  idleTimers,
  observe,
  SilentFlow,
  silent,
  sourceOf,
  stateOf,
} from './engine-observer.ts';

function PassOn(this: Record<string, unknown>, activity: { id: string; type: string; broker: object }): void {
  Object.assign(this, { id: activity.id, type: activity.type, broker: activity.broker });
}
PassOn.prototype.execute = function execute(
  this: { broker: { publish(exchange: string, key: string, content: object): void } },
  { content }: { content: object },
): void {
  this.broker.publish('execution', 'execute.completed', { ...content });
};

/** An inclusive gateway built on the engine's flag for joins. */
function JoiningGateway(definition: object, context: object): object {
  const Activity = elements.Activity as unknown as new (...args: unknown[]) => object;
  return new Activity(PassOn, { ...definition, isParallelGateway: true }, context);
}

const forkAndJoin = draw({ tasks: 'a b z', parallel: 'f j', paths: 'start > f > a > j > z > end; f > b > j' });
const twoTasks = processFile([start(), userTask('a'), userTask('b'), end()], 'start > a > b > end');

describe('lineage.ts reads who caused an activity', () => {
  test('a join is told its tokens in the order of arrival, each with the execution that sent it', async () => {
    const seen = observe(await sourceOf(forkAndJoin));
    const run = await seen.start();
    run.press('b');
    run.press('a');
    const [join] = seen.entered('j');
    expect(join?.inbound.map(({ sourceId }) => sourceId)).toEqual(['b', 'a']);
    expect(join?.inbound.map(({ evaluationId }) => evaluationId)).toEqual(
      ['b', 'a'].map((id) => seen.entered(id)[0]?.executionId),
    );
  });

  test('a boundary event is told the execution of its host, and no sender', async () => {
    const xml = processFile(
      [start(), userTask('a'), boundary('late', 'a', timer('PT10H')), end(), end('end2')],
      'start > a > end; late > end2',
    );
    const seen = observe(await sourceOf(xml), { timers: idleTimers() });
    await seen.start();
    const [inbound, ...others] = seen.entered('late')[0]?.inbound ?? [];
    expect(others).toEqual([]);
    expect(inbound?.executionId).toBe(seen.entered('a')[0]?.executionId);
    expect(inbound?.evaluationId).toBeUndefined();
  });

  test('a start event inside a sub-process has no sender; its parent is the execution of the sub-process', async () => {
    const xml = processFile(
      [start(), subProcess('q', [start('qs'), userTask('a'), end('qe')], 'qs > a > qe'), end()],
      'start > q > end',
    );
    const seen = observe(await sourceOf(xml));
    await seen.start();
    const [entered] = seen.entered('qs');
    expect(entered?.inbound).toEqual([]);
    expect(entered?.parentId).toBe(seen.entered('q')[0]?.executionId);
  });

  test('in a multi-instance sub-process that parent is the iteration, <root>_<index>', async () => {
    const part = subProcess('q', [start('qs'), userTask('a'), end('qe')], 'qs > a > qe', {
      multiInstance: { cardinality: 2 },
    });
    const seen = observe(await sourceOf(processFile([start(), part, end()], 'start > q > end')));
    await seen.start();
    const root = seen.entered('q')[0]?.executionId;
    expect(seen.entered('qs').map(({ parentId }) => parentId)).toEqual([`${root}_0`, `${root}_1`]);
  });

  test('iterations of a task are <root>_<index>', async () => {
    const seen = observe(await sourceOf(countersign(3)));
    const run = await seen.start();
    const root = seen.entered('sign')[0]?.executionId;
    expect(run.waiting().map(({ executionId }) => executionId)).toEqual([0, 1, 2].map((index) => `${root}_${index}`));
  });
});

describe('step.ts takes the state after the call into the engine has returned', () => {
  test('it then holds all that wait side by side', async () => {
    const source = await sourceOf(forkAndJoin);
    const run = await observe(source).start();
    const again = await observe(source).resume(stateOf(run.execution));
    expect(again.open()).toBe('a b');
  });

  test('inside a listener it misses siblings, which come back as other executions', async () => {
    const source = await sourceOf(forkAndJoin);
    const states: unknown[] = [];
    const all = { name: 'fact', sourceContext: source, Logger: silent, expressions };
    const engine = new Engine(all as unknown as EngineOptions);
    const listener = {
      emit(name: string, _api: unknown, execution: Execution): boolean {
        if (name === 'activity.wait') states.push(JSON.parse(JSON.stringify(stateOf(execution))));
        return true;
      },
    };
    const run = asRun(engine, await engine.execute({ listener } as never));
    const again = await observe(source).resume(states[0]);
    const idOf = (each: typeof run, id: string) => each.waiting().find((api) => api.id === id)?.executionId;
    expect(again.open()).toBe('a b');
    expect(idOf(again, 'a')).toBe(idOf(run, 'a'));
    expect(idOf(again, 'b')).not.toBe(idOf(run, 'b'));
  });

  test('after recover and resume what waits has the same execution, and says again that it waits', async () => {
    const source = await sourceOf(forkAndJoin);
    const run = await observe(source).start();
    const seen = observe(source);
    const again = await seen.resume(stateOf(run.execution));
    const ids = run.waiting().map(({ executionId }) => executionId);
    expect(again.waiting().map(({ executionId }) => executionId)).toEqual(ids);
    expect(seen.heard.flatMap(({ name, executionId }) => (name === 'activity.wait' ? executionId : []))).toEqual(ids);
  });

  test('a half-filled join is in it', async () => {
    const source = await sourceOf(forkAndJoin);
    const run = await observe(source).start();
    run.press('a');
    const again = await observe(source).resume(stateOf(run.execution));
    again.press('b');
    expect(again.open()).toBe('z');
  });

  test('signal is silent for what no longer waits', async () => {
    const run = await observe(await sourceOf(twoTasks)).start();
    const [api] = run.waiting();
    api?.signal({});
    api?.signal({});
    expect(run.open()).toBe('b');
  });
});

describe('snapshot.ts stores the state of definitions only', () => {
  test('it holds no source, and is recovered with the shared one', async () => {
    const source = await sourceOf(twoTasks);
    const run = await observe(source).start();
    run.press('a');
    const state = stateOf(run.execution);
    expect(JSON.stringify(state)).not.toContain('sourceRef');
    const again = await observe(source).resume(state);
    expect(again.open()).toBe('b');
    again.press('b');
    expect(again.ended()).toBe(true);
  });

  test('disableTrackState leaves idle elements out, and it is recovered all the same (engine-options.ts)', async () => {
    const source = await sourceOf(forkAndJoin);
    const whole = await observe(source).start();
    const lean = await observe(source, { settings: { disableTrackState: true } }).start();
    const sizeOf = ({ execution }: typeof whole) => JSON.stringify(stateOf(execution)).length;
    expect(sizeOf(lean)).toBeLessThan(sizeOf(whole));
    const again = await observe(source, { settings: { disableTrackState: true } }).resume(stateOf(lean.execution));
    for (const id of ['a', 'b', 'z']) again.press(id);
    expect(again.ended()).toBe(true);
  });
});

describe('elements/take-only-flow.ts lets no discard travel', () => {
  // In one of two branches a gateway leads straight to the join or to a task before it.
  const xml = processFile(
    [start(), parallel('f'), userTask('a'), exclusive('x'), userTask('b'), exclusive('m'), userTask('c')].concat([
      parallel('j'),
      userTask('z'),
      end(),
    ]),
    'start > f > a > x; x >[${yes}] b > m; x >[${no}] m; m > c > j; f > j; j > z > end',
  );

  test('the discard of the engine reaches the join, which fires early', async () => {
    const run = await observe(await sourceOf(xml), {}, { yes: true, no: false }).start();
    run.press('a');
    expect(run.open().split(' ')).toContain('z');
  });

  test('with flows that say nothing when not taken, the join waits for a real token', async () => {
    const source = await sourceOf(xml, { SequenceFlow: SilentFlow });
    const run = await observe(source, { elements: { SequenceFlow: SilentFlow } }, { yes: true, no: false }).start();
    run.press('a');
    expect(run.open()).toBe('b');
    run.press('b');
    expect(run.open()).toBe('c');
    run.press('c');
    expect(run.open()).toBe('z');
    run.press('z');
    expect(run.ended()).toBe(true);
  });
});

describe('elements/joining-inclusive-gateway.ts and release-inclusive-joins.ts make an inclusive join', () => {
  const types = { SequenceFlow: SilentFlow, InclusiveGateway: JoiningGateway };
  const inclusiveJoin = processFile(
    [start(), inclusive('i'), userTask('a'), userTask('b'), userTask('c'), inclusive('o'), userTask('z'), end()],
    'start > i; i >[${yes}] a > o; i >[${yes}] b > o; i >[${no}] c > o; o > z > end',
  );
  const variables = { yes: true, no: false };

  /** Such a join is released while a parallel one beside it is half filled. @returns whether the process ends */
  async function endsBeside(release: object): Promise<boolean> {
    const xml = processFile(
      [start(), parallel('f'), inclusive('i'), inclusive('o'), parallel('j'), end(), end('end2')].concat(
        ['a', 'b', 'z', 'p', 'q', 'y'].map((id) => userTask(id)),
      ),
      `start > f; f > i; i >[\${yes}] a > o; i >[\${no}] b > o; o > z > end
       f > p > j; f > q > j; j > y > end2`,
    );
    const run = await observe(await sourceOf(xml, types), { elements: types }, variables).start();
    for (const id of ['a', 'p']) run.press(id);
    releaseFlows(run.execution, ['b-o'], release);
    for (const id of ['z', 'q', 'y']) run.press(id);
    expect(run.open()).toBe('');
    return run.ended();
  }

  async function runToJoin(release: object) {
    const seen = observe(await sourceOf(inclusiveJoin, types), { elements: types }, variables);
    const run = await seen.start();
    run.press('a');
    run.press('b');
    const before = run.open();
    releaseFlows(run.execution, ['c-o'], release);
    const after = run.open();
    run.press('z');
    return { seen, before, after, ended: run.ended() };
  }

  test('the inclusive gateway of the engine fires once per token', async () => {
    const seen = observe(await sourceOf(inclusiveJoin), {}, variables);
    const run = await seen.start();
    run.press('a');
    expect(run.open()).toBe('b z');
    run.press('z');
    run.press('b');
    expect(run.open()).toBe('z');
    expect(seen.entered('o')).toHaveLength(2);
  });

  test('built with isParallelGateway it waits, and a discard of the empty flow releases it', async () => {
    const { before, after, ended } = await runToJoin({ release: true, sequenceId: 'released-1' });
    expect([before, after, ended]).toEqual(['', 'z', true]);
  });

  test('without a fresh sequenceId a release takes the token of another join for its own: no end', async () => {
    expect(await endsBeside({ release: true, sequenceId: 'released-1' })).toBe(true);
    expect(await endsBeside({ release: true })).toBe(false);
  });

  test('the flow that was given up has no sender (lineage.ts)', async () => {
    const { seen } = await runToJoin({ release: true, sequenceId: 'released-1' });
    const inbound = seen.entered('o')[0]?.inbound ?? [];
    expect(inbound.map(({ id, evaluationId }) => [id, evaluationId !== undefined])).toEqual([
      ['a-o', true],
      ['b-o', true],
      ['c-o', false],
    ]);
  });

  test('tokens in front of a join are in its queue inbound-q, as flow.take of the flow', async () => {
    const run = await observe(await sourceOf(forkAndJoin)).start();
    run.press('b');
    const join = run.execution.getActivityById('j') as unknown as {
      broker: { getQueue(name: string): { messages: { fields: { routingKey: string }; content: { id: string } }[] } };
    };
    const messages = join.broker.getQueue('inbound-q').messages;
    expect(messages.map(({ fields, content }) => [fields.routingKey, content.id])).toEqual([['flow.take', 'b-j']]);
  });

  test('two flows from one source into one join count as one', async () => {
    const xml = processFile(
      [start(), inclusive('i'), userTask('a'), parallel('j'), userTask('z'), end()],
      'start > i; i >[${yes}] j; i >[${yes}] j; i >[${yes}] a > j; j > z > end',
    );
    const run = await observe(await sourceOf(xml, types), { elements: types }, variables).start();
    expect(run.open()).toBe('a');
    run.press('a');
    expect(run.open()).toBe('z');
  });
});

describe('a countersign', () => {
  test('starts 50 iterations at a time unless batchSize is larger (engine-options.ts)', async () => {
    const source = await sourceOf(countersign(120));
    const plain = await observe(source).start();
    const large = await observe(source, { settings: { batchSize: 100_000 } }).start();
    expect([plain.waiting().length, large.waiting().length]).toEqual([50, 120]);
  });

  test('says nothing of the iterations that an early completion drops (finish-step.ts)', async () => {
    const seen = observe(await sourceOf(countersign(3, '${done}')), {}, { done: true });
    const run = await seen.start();
    const [first, ...dropped] = run.waiting().map(({ executionId }) => executionId);
    const before = seen.heard.length;
    run.waiting()[0]?.signal({ done: true });
    const since = seen.heard.slice(before).map(({ executionId }) => executionId);
    expect(since).not.toContain(dropped[0]);
    expect(since).not.toContain(dropped[1]);
    expect(first).toBeDefined();
    expect(run.ended()).toBe(true);
  });
});

describe('live-scopes.ts and interrupt-scope.ts look inside', () => {
  test('the iterations of a sub-process are in execution.source.executions, each with its executeMessage', async () => {
    const part = subProcess('q', [start('qs'), userTask('a'), end('qe')], 'qs > a > qe', {
      multiInstance: { cardinality: 2 },
    });
    const run = await observe(await sourceOf(processFile([start(), part, end()], 'start > q > end'))).start();
    const activity = run.execution.getActivityById('q') as unknown as {
      execution: { source: { executions: Record<symbol, { content: { index: number } }>[] } };
    };
    const executions = activity.execution.source.executions;
    expect(executions.map((each) => each[Symbol.for('executeMessage')]?.content.index)).toEqual([0, 1]);
  });

  test('a half-filled join keeps its sources in flows.inboundJoinFlows', async () => {
    const run = await observe(await sourceOf(forkAndJoin)).start();
    run.press('a');
    const join = run.execution.getActivityById('j') as unknown as Record<symbol, { inboundJoinFlows?: Set<unknown> }>;
    expect(join[Symbol.for('flows')]?.inboundJoinFlows?.size).toBe(1);
  });
});

describe('start events', () => {
  test('all of a process are set off at once (elements/chosen-start.ts)', async () => {
    const xml = draw({ tasks: 'a b', paths: 'start > a > end; start2 > b > end' });
    const run = await observe(await sourceOf(xml)).start();
    expect(run.open()).toBe('a b');
  });

  // Why model/moddle/change-tree.ts takes an emptied list away instead of leaving it.
  test('one with an empty list of event definitions never completes', async () => {
    const emptied = await sourceOf(twoTasks, {}, (tree) => {
      const [process] = (tree as { rootElements: { flowElements: { id: string; eventDefinitions?: unknown[] }[] }[] })
        .rootElements;
      for (const element of process?.flowElements ?? []) if (element.id === 'start') element.eventDefinitions = [];
    });
    expect((await observe(emptied).start()).open()).toBe('');
    expect((await observe(await sourceOf(twoTasks)).start()).open()).toBe('a');
  });
});

describe('engine-options.ts and instance-run.ts', () => {
  test('a timer is registered with the timers that are given, and fires by nothing else', async () => {
    const xml = processFile([start(), catchEvent('t', timer('P40D')), userTask('a'), end()], 'start > t > a > end');
    const timers = idleTimers();
    const run = await observe(await sourceOf(xml), { timers }).start();
    expect(timers.delaysMs).toHaveLength(1);
    expect(timers.delaysMs[0]).toBeGreaterThan(39 * 86_400_000);
    expect(run.open()).toBe('');
  });

  test('a listener that throws ends the run', async () => {
    const all = { name: 'fact', sourceContext: await sourceOf(twoTasks), Logger: silent, expressions };
    const engine = new Engine(all as unknown as EngineOptions);
    const failures: unknown[] = [];
    engine.on('error', (error) => failures.push(error));
    const listener = {
      emit(name: string): boolean {
        if (name === 'activity.wait') throw new Error('from the listener');
        return true;
      },
    };
    await engine.execute({ listener } as never);
    expect(String(failures[0])).toContain('from the listener');
    expect(engine.state).toBe('error');
  });

  test('a gateway without a true flow ends the run (settle.ts)', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('x'), userTask('b'), userTask('c'), end()],
      'start > a > x; x >[${no}] b > end; x >[${no}] c > end',
    );
    const seen = observe(await sourceOf(xml), {}, { no: false });
    const run = await seen.start();
    run.press('a');
    expect(seen.failures).toHaveLength(1);
    expect([seen.engine.state, run.open()]).toEqual(['error', '']);
  });

  test('one parsed source serves several instances (definition.ts)', async () => {
    const source = await sourceOf(twoTasks);
    const [one, other] = [await observe(source).start(), await observe(source).start()];
    one.press('a');
    expect([one.open(), other.open()]).toEqual(['b', 'a']);
  });
});

function releaseFlows(execution: Execution, ids: readonly string[], release: object): void {
  const [process] = execution.definitions[0]?.getRunningProcesses() ?? [];
  const scope = process as unknown as { getSequenceFlows(): { id: string; discard(content: object): void }[] };
  for (const flow of scope.getSequenceFlows()) if (ids.includes(flow.id)) flow.discard(release);
}

function countersign(cardinality: number, condition?: string): string {
  const multiInstance = { cardinality, ...(condition !== undefined && { condition }) };
  return processFile([start(), userTask('sign', { multiInstance }), end()], 'start > sign > end');
}
