import { expect, test } from 'vitest';
import type { PluginOptions, ScriptJob } from '../../src/plugin/index.ts';
import { boundary, element, end, processFile, scriptTask, start, subProcess, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createHost, recoverFrom, startHost } from '../support/live-host.ts';

const SOURCE = processFile(
  [start(), userTask('apply'), scriptTask('choose', 'secret()'), userTask('check'), end()],
  'start > apply > choose > check > end',
);

test('on an engine that its caller owns, scripts are run by the function of the host', async () => {
  const jobs: ScriptJob[] = [];
  const host = await startHost(SOURCE, { days: 3 }, { scripts: (job) => void jobs.push(job) });
  await host.press('apply');
  expect(jobs).toMatchObject([
    { nodeId: 'choose', script: 'secret()', scriptFormat: 'javascript', variables: { days: 3 } },
  ]);
  expect(host.open).toBe('check');
});

test('so are those of a user task, before it is open and once it is handled', async () => {
  const script = (name: string, way: string) =>
    `<camunda:${way}putParameter name="${name}"><camunda:script scriptFormat="js">${name}</camunda:script></camunda:${way}putParameter>`;
  const extensions = `<camunda:inputOutput>${script('who', 'in')}${script('next', 'out')}</camunda:inputOutput>`;
  const jobs: ScriptJob[] = [];
  const source = draw({
    people: { check: '${next}' },
    others: [userTask('apply', { assignee: '${who}', extensions })],
    paths: 'start > apply > check > end',
  });
  const { plugin, execute } = createHost(source, {
    scripts: (job) => {
      jobs.push(job);
      return `${job.script} of ${job.nodeId}`;
    },
  });
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
  const refusal = await createHost(SOURCE)
    .execute()
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'ERR_MODEL_REFUSED', message: expect.stringContaining('choose') });
  expect((refusal as Error).message).not.toContain('secret');
});

test('so is the condition of an event, alive and recovered; an answer that nobody waits for is not heard', async () => {
  const condition = element('condition', { 'xsi:type': 'tFormalExpression', language: 'groovy' }, 'isLarge');
  const source = draw({
    tasks: 'apply more last work look',
    parallel: 'fork',
    others: [boundary('large', 'work', element('conditionalEventDefinition', {}, condition))],
    paths:
      'start > fork; fork > apply > end; fork > more > end; fork > last > end; fork > work > end; large > look > end',
  });
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
  const first = await startHost(source, { days: 3 }, options);
  const { plugin } = first;
  await plugin.press('order-1.1', { account: 'apply', variables: { days: 5 } });
  await plugin.press('order-1.2', { account: 'more', variables: { days: 4 } });
  release();
  await plugin.idle();
  expect(asked).toEqual([3, 5, 4]);
  expect(first.open).toBe('last work');

  const next = await recoverFrom(first, source, options);
  expect(asked).toHaveLength(3);
  await next.plugin.press('order-1.3', { account: 'last', variables: { days: 6 } });
  await next.plugin.idle();
  expect(next.open).toBe('look');
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
  const first = await startHost(source, {}, options);
  await first.press('work');
  fails = true;
  await first.press('work');
  expect(counts).toEqual([1]);
  expect(first.open).toBe('work');

  fails = false;
  const next = await recoverFrom(first, source, options);
  await next.plugin.idle();
  expect(counts).toEqual([1, 2]);
  expect(next.open).toBe('check');
});
