/** The engine stays that of its host: its own options work beside ours, and those that cannot are refused by name. */
import { createRequire } from 'node:module';
import { SequenceFlow, ServiceTask, Task, UserTask } from 'bpmn-elements';
import { Engine } from 'bpmn-engine';
import { expect, test, vi } from 'vitest';
import { createPlugin, type PluginOptions } from '../../../src/plugin/index.ts';
import {
  catchEvent,
  end,
  exclusive,
  plainTask,
  processFile,
  serviceTask,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';

type EngineOptions = ConstructorParameters<typeof Engine>[0];

const SOURCE = processFile(
  [
    ...[start(), userTask('ask', { assignee: 'ann' }), serviceTask('check'), exclusive('g')],
    ...[userTask('more', { assignee: 'ann' }), catchEvent('later', timer('PT1H')), end()],
  ],
  'start > ask > check > g; g >[${ok}] later > end; g >"" more > end',
);

function open(
  options: Partial<PluginOptions> = {},
  own: Readonly<Record<string, unknown>> = {},
  isLast = false,
  Built = Engine,
) {
  const plugin = createPlugin({
    appId: 'app',
    instanceId: 'order-1',
    initiator: 'ann',
    services: { check: () => ({ ok: false }) },
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => undefined,
    ...options,
  });
  const { engineOptions } = plugin;
  const all = isLast ? { source: SOURCE, ...engineOptions, ...own } : { source: SOURCE, ...own, ...engineOptions };
  return { plugin, engine: new Built(all as EngineOptions) };
}

test('services, extensions, variables, a logger and a listener of the host work beside those of the plugin', async () => {
  const seen: string[] = [];
  const extension = vi.fn((_element: { readonly id: string }) => ({
    activate: () => undefined,
    deactivate: () => undefined,
  }));
  const listener = { emit: (name: string) => void seen.push(name) };
  const extendFn = vi.fn(() => ({ mark: 'theirs' }));
  const typeResolver = vi.fn();
  const { plugin, engine } = open(
    { engine: { listener, extendFn, typeResolver, settings: { tenant: 'a' } } },
    { name: 'theirs', extensions: { theirs: extension }, services: { sum: () => 3 }, variables: { region: 'north' } },
  );
  await engine.execute({ listener: plugin.listener });
  await plugin.press('order-1.1', { account: 'ann' });
  await plugin.idle();
  expect(plugin.openTasks.map(({ nodeId }) => nodeId)).toEqual(['more']);
  expect(plugin.variables).toMatchObject({ region: 'north', ok: false });
  expect(seen).toContain('activity.wait');
  expect(extension.mock.calls.map(([{ id }]) => id)).toContain('ask');
  expect(extendFn).toHaveBeenCalled();
  expect(typeResolver).toHaveBeenCalledOnce();
  expect(engine.environment.settings).toMatchObject({ tenant: 'a' });
  expect(engine.environment.services.sum).toBeTypeOf('function');
});

test('an element type of the host that the plugin leaves alone runs', async () => {
  const built = vi.fn();
  function Counted(definition: object, context: object) {
    built();
    return new (Task as unknown as new (...all: unknown[]) => object)(definition, context);
  }
  const source = processFile(
    [start(), plainTask('count'), userTask('ask', { assignee: 'ann' }), end()],
    'start > count > ask > end',
  );
  const { plugin, engine } = open({ engine: { elements: { Task: Counted } } }, { source });
  await engine.execute({ listener: plugin.listener });
  expect(built).toHaveBeenCalled();
  expect(plugin.openTasks).toHaveLength(1);
});

test.each<[string, NonNullable<PluginOptions['engine']>]>([
  ['elements.ServiceTask', { elements: { ServiceTask } }],
  ['elements.UserTask', { elements: { UserTask } }],
  ['settings.disableTrackState', { settings: { disableTrackState: false } }],
])('%s of the host is refused when the plugin is created', (conflict, engine) => {
  expect(() => open({ engine })).toThrow(
    expect.objectContaining({ code: 'ERR_ENGINE_CONFLICT', details: { conflicts: [conflict] } }),
  );
});

test('a type resolver of the host that sets a type of the plugin is refused when the engine is created', () => {
  const typeResolver = (types: Record<string, unknown>) => {
    types['bpmn:SequenceFlow'] = SequenceFlow;
  };
  expect(() => open({ engine: { typeResolver } })).toThrow(
    expect.objectContaining({
      code: 'ERR_ENGINE_CONFLICT',
      details: { conflicts: ['typeResolver: bpmn:SequenceFlow'] },
    }),
  );
});

test.each([
  ['expressions', { expressions: { resolveExpression: () => undefined, isExpression: () => false } }, ['expressions']],
  [
    'timers',
    { timers: { executing: [], register: () => ({}), setTimeout: () => ({}), clearTimeout: () => ({}) } },
    ['timers'],
  ],
  ['scripts', { scripts: { register: () => undefined, getScript: () => undefined } }, ['scripts']],
  ['settings', { settings: {} }, ['settings.disableTrackState']],
  ['elements', { elements: { ServiceTask } }, ['elements.Process']],
])('%s that the host passes after those of the plugin are refused before anything runs', async (_, own, some) => {
  const onReports = vi.fn();
  const { plugin, engine } = open({ onReports }, own, true);
  const refused = await engine.execute({ listener: plugin.listener }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'ERR_ENGINE_CONFLICT', details: { conflicts: expect.arrayContaining(some) } });
  expect(onReports).not.toHaveBeenCalled();
  expect(plugin.instance).toBeUndefined();
});

test('the engine of a host that requires it as CommonJS is another copy of the same version, and runs the same', async () => {
  const required = createRequire(import.meta.url)('bpmn-engine') as { readonly Engine: typeof Engine };
  expect(required.Engine).not.toBe(Engine);
  const first = open({}, {}, false, required.Engine);
  await first.engine.execute({ listener: first.plugin.listener });
  await first.plugin.press('order-1.1', { account: 'ann' });
  await first.plugin.idle();
  const [snapshot, state] = JSON.parse(JSON.stringify([first.plugin.snapshot(), await first.engine.getState()]));
  const second = open({}, {}, false, required.Engine);
  second.plugin.recover(snapshot);
  second.engine.recover(state);
  await second.engine.resume({ listener: second.plugin.listener });
  expect(await second.plugin.press('order-1.2', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(second.plugin.instance).toMatchObject({ status: 'ended' });
});
