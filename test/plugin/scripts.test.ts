import { Engine } from 'bpmn-engine';
import { expect, test } from 'vitest';
import { createPlugin, type PluginOptions, type ScriptJob } from '../../src/plugin/index.ts';
import {
  boundary,
  element,
  end,
  parallel,
  processFile,
  scriptTask,
  start,
  subProcess,
  userTask,
} from '../support/bpmn-xml.ts';

const SOURCE = processFile(
  [start(), userTask('apply'), scriptTask('choose', 'secret()'), userTask('check'), end()],
  'start > apply > choose > check > end',
);

function createHost(options: Partial<PluginOptions>, source = SOURCE) {
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => {},
    ...options,
  });
  const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  return { plugin, engine, execute: () => engine.execute({ listener: plugin.listener, variables: { days: 3 } }) };
}

test('on an engine that its caller owns, scripts are run by the function of the host', async () => {
  const jobs: ScriptJob[] = [];
  const { plugin, execute } = createHost({ scripts: (job) => void jobs.push(job) });
  await execute();
  await plugin.press('order-1.1', { account: 'apply' });
  await plugin.idle();
  expect(jobs).toMatchObject([
    { nodeId: 'choose', script: 'secret()', scriptFormat: 'javascript', variables: { days: 3 } },
  ]);
  expect(plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['check']);
});

test('so are those of a user task, before it is open and once it is handled', async () => {
  const script = (name: string, way: string) =>
    `<camunda:${way}putParameter name="${name}"><camunda:script scriptFormat="js">${name}</camunda:script></camunda:${way}putParameter>`;
  const extensions = `<camunda:inputOutput>${script('who', 'in')}${script('next', 'out')}</camunda:inputOutput>`;
  const jobs: ScriptJob[] = [];
  const { plugin, execute } = createHost(
    {
      scripts: (job) => {
        jobs.push(job);
        return `${job.script} of ${job.nodeId}`;
      },
    },
    processFile(
      [
        start(),
        userTask('apply', { assignee: '${who}', extensions }),
        userTask('check', { assignee: '${next}' }),
        end(),
      ],
      'start > apply > check > end',
    ),
  );
  await execute();
  expect(plugin.openTasks).toEqual([]);
  await plugin.idle();
  await plugin.press('order-1.1', { account: 'who of apply' });
  expect(plugin.openTasks).toEqual([]);
  await plugin.idle();
  expect(plugin.openTasks).toMatchObject([{ nodeId: 'check', handlers: ['next of apply'] }]);
  expect(jobs.map(({ idempotencyKey }) => idempotencyKey.replace(/apply_\w+/, 'apply'))).toEqual([
    'order-1.apply..in.who',
    'order-1.apply..out.next',
  ]);
});

test('without one the diagram is refused, and the script is not repeated', async () => {
  const refusal = await createHost({})
    .execute()
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'ERR_MODEL_REFUSED', message: expect.stringContaining('choose') });
  expect((refusal as Error).message).not.toContain('secret');
});

test('so is the condition of an event, alive and recovered; an answer that nobody waits for is not heard', async () => {
  const condition = element('condition', { 'xsi:type': 'tFormalExpression', language: 'groovy' }, 'isLarge');
  const source = processFile(
    [
      start(),
      parallel('fork'),
      userTask('apply'),
      userTask('more'),
      userTask('last'),
      userTask('work'),
      boundary('large', 'work', element('conditionalEventDefinition', {}, condition)),
      userTask('look'),
      end(),
    ],
    'start > fork; fork > apply > end; fork > more > end; fork > last > end; fork > work > end; large > look > end',
  );
  const asked: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const options: Partial<PluginOptions> = {
    scripts: async ({ variables: { days } }) => {
      asked.push(days);
      if (days === 5) await held;
      return Number(days) > 4;
    },
  };
  const { plugin, engine, execute } = createHost(options, source);
  await execute();
  await plugin.idle();
  await plugin.press('order-1.1', { account: 'apply', variables: { days: 5 } });
  await plugin.press('order-1.2', { account: 'more', variables: { days: 4 } });
  release();
  await plugin.idle();
  expect(asked).toEqual([3, 5, 4]);
  expect(plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['last', 'work']);

  const [state, snapshot] = [await engine.getState(), plugin.snapshot()];
  await engine.stop();
  const next = createHost(options, source);
  next.plugin.recover(snapshot);
  next.engine.recover(state);
  await next.engine.resume({ listener: next.plugin.listener });
  expect(asked).toHaveLength(3);
  await next.plugin.press('order-1.3', { account: 'last', variables: { days: 6 } });
  await next.plugin.idle();
  expect(next.plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['look']);
});

test('so is the completion condition of a sub-process, alive and recovered', async () => {
  const each = subProcess('each', [start('s'), userTask('work'), end('e')], 's > work > e', {
    multiInstance: { cardinality: 3, condition: 'enough' },
  });
  const source = processFile([start(), each, userTask('check'), end()], 'start > each > check > end').replace(
    '<completionCondition',
    '<completionCondition language="groovy"',
  );
  const counts: unknown[] = [];
  let fails = false;
  const options: Partial<PluginOptions> = {
    onError: () => {},
    scripts: ({ variables: { nrOfCompletedInstances } }) => {
      if (fails) throw new Error('no disk');
      counts.push(nrOfCompletedInstances);
      return Number(nrOfCompletedInstances) > 1;
    },
  };
  const { plugin, engine, execute } = createHost(options, source);
  await execute();
  await plugin.press('order-1.1', { account: 'work' });
  await plugin.idle();
  fails = true;
  await plugin.press('order-1.2', { account: 'work' });
  await plugin.idle();
  expect(counts).toEqual([1]);
  expect(plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['work']);

  const [state, snapshot] = [await engine.getState(), plugin.snapshot()];
  await engine.stop();
  fails = false;
  const next = createHost(options, source);
  next.plugin.recover(snapshot);
  next.engine.recover(state);
  await next.engine.resume({ listener: next.plugin.listener });
  await next.plugin.idle();
  expect(counts).toEqual([1, 2]);
  expect(next.plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['check']);
});
