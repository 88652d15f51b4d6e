/** What the documentation of bpmn-engine shows, done by a service that has the plugin too. */
import { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import * as elements from 'bpmn-elements';
import { Engine, type Execution } from 'bpmn-engine';
import BpmnModdle from 'bpmn-moddle';
import serialize, { TypeResolver } from 'moddle-context-serializer';
import { describe, expect, test, vi } from 'vitest';
import { createPlugin, type PluginOptions } from '../../../src/plugin/index.ts';
import {
  boundary,
  catchEvent,
  end,
  error,
  message,
  node,
  processFile,
  receiveTask,
  root,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost } from '../../support/live-host.ts';

type EngineOptions = ConstructorParameters<typeof Engine>[0];
type Callback = (error: unknown, ...results: unknown[]) => void;
interface Scope {
  readonly id: string;
  readonly environment: { readonly variables: Readonly<Record<string, unknown>>; readonly output: object };
  readonly BpmnError: new (description: string, given: object) => Error;
  resolveExpression(text: string): unknown;
}

const BY_EXPRESSION = { attributes: { implementation: '${environment.services.checkIt}' } };
const ONE_TASK = processFile([start(), userTask('ask', { assignee: 'ann' }), end()], 'start > ask > end');

function open(source: string, own: object = {}, options: Partial<PluginOptions> = {}) {
  const reported: string[] = [];
  const errors: unknown[] = [];
  const plugin = createPlugin({
    ...{ appId: 'app', instanceId: 'order-1', initiator: 'ann', actionUrl: () => 'https://service.test/' },
    onReports: (items) => reported.push(...items.map(({ previousTaskId, status }) => `${previousTaskId} ${status}`)),
    onError: (thrown) => errors.push(thrown),
    ...options,
  });
  const engine = new Engine({ name: 'own', source, ...own, ...plugin.engineOptions } as EngineOptions);
  return { plugin, engine, reported, errors };
}

describe('services of the engine', () => {
  const CHECKED = draw({
    people: { ask: '${checkedBy}' },
    others: [node('serviceTask', 'check', BY_EXPRESSION)],
    paths: 'start > check > ask > end',
  });

  test.each(['new Engine', 'execute'])('passed to %s are called as bpmn-engine calls them', async (where) => {
    const scopes: unknown[] = [];
    const services = {
      checkIt({ id, environment, resolveExpression }: Scope, callback: Callback) {
        scopes.push([id, environment.variables, resolveExpression('${days}')]);
        Object.assign(environment.output, { checked: true });
        callback(null, { checkedBy: 'bo' });
      },
    };
    const { plugin, engine } = open(CHECKED, where === 'execute' ? {} : { services });
    const listener = plugin.listener;
    await engine.execute({ listener, variables: { days: 3 }, ...(where === 'execute' && { services }) });
    await plugin.idle();
    expect(scopes).toEqual([['check', expect.objectContaining({ days: 3, initiator: 'ann' }), 3]]);
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'ask', handlers: ['bo'] }]);
    await plugin.press('order-1.1', { account: 'bo' });
    expect(engine.environment.output).toEqual({ checked: true });
  });

  test('are called only where the plugin has none of the name', async () => {
    const checkIt = vi.fn();
    const own = { services: { checkIt } };
    const { plugin, engine } = open(CHECKED, own, { services: { checkIt: () => ({ checkedBy: 'cy' }) } });
    await engine.execute({ listener: plugin.listener });
    await plugin.idle();
    expect(plugin.openTasks).toMatchObject([{ handlers: ['cy'] }]);
    expect(checkIt).not.toHaveBeenCalled();
  });

  test('that fail are called again on request; without any, the error names both places', async () => {
    let attempts = 0;
    const services = {
      checkIt(_: Scope, callback: Callback) {
        attempts += 1;
        if (attempts === 1) callback(new Error('the network is down'));
        else callback(null, { checkedBy: 'bo' });
      },
    };
    const first = open(CHECKED, { services });
    await first.engine.execute({ listener: first.plugin.listener });
    await first.plugin.idle();
    expect(first.errors).toEqual([new Error('the network is down')]);
    first.plugin.retryServices();
    await first.plugin.idle();
    expect(first.plugin.openTasks).toHaveLength(1);

    const second = open(CHECKED);
    await second.engine.execute({ listener: second.plugin.listener });
    await second.plugin.idle();
    expect(second.errors).toMatchObject([
      { code: 'ERR_STEP_FAILED', message: expect.stringContaining('neither to the plugin nor to its engine') },
    ]);
  });

  test('throw to an error boundary event with the BpmnError of their scope', async () => {
    const source = processFile(
      [
        ...[start(), node('serviceTask', 'check', BY_EXPRESSION), end()],
        ...[boundary('late', 'check', error('tooLate')), userTask('ask', { assignee: 'ann' }), end('e2')],
      ],
      'start > check > end; late > ask > e2',
      { roots: root('error', 'tooLate', { errorCode: 'LATE' }) },
    );
    const services = {
      checkIt({ BpmnError }: Scope, callback: Callback) {
        callback(new BpmnError('it is too late', { errorCode: 'LATE' }));
      },
    };
    const { plugin, engine, errors } = open(source, { services });
    await engine.execute({ listener: plugin.listener });
    await plugin.idle();
    expect(errors).toEqual([]);
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'ask' }]);
  });
});

describe('extensions', () => {
  test('write the output of the engine', async () => {
    const saveOutput = (
      activity: EventEmitter & { type: string; environment: { output: Record<string, unknown> } },
    ) => {
      if (activity.type !== 'bpmn:UserTask') return undefined;
      const activate = () =>
        void activity.on('end', ({ id }: { readonly id: string }) =>
          Object.assign(activity.environment.output, { [id]: 1 }),
        );
      return { activate, deactivate: () => undefined };
    };
    const { plugin, engine } = open(ONE_TASK, { extensions: { saveOutput } });
    const ended = engine.waitFor<Execution>('end');
    await engine.execute({ listener: plugin.listener });
    await plugin.press('order-1.1', { account: 'ann' });
    expect((await ended).environment.output).toEqual({ ask: 1 });
  });

  test('may format asynchronously: the task is reported when it is there, and nothing is called a deadlock', async () => {
    let finish = () => undefined as unknown;
    const format = ({ type, broker, on }: FormattedActivity) => {
      if (type !== 'bpmn:UserTask') return undefined;
      const activate = () =>
        void on('enter', () => {
          broker.publish('format', 'run.form.start', { endRoutingKey: 'run.form.done' });
          finish = () => broker.publish('format', 'run.form.done', { form: 'a form' });
        });
      return { activate, deactivate: () => undefined };
    };
    const { plugin, engine, reported, errors } = open(ONE_TASK, {
      extensions: { format: (activity: FormattedActivity) => format({ ...bound(activity) }) },
    });
    await engine.execute({ listener: plugin.listener });
    await plugin.idle();
    expect([reported, errors, plugin.openTasks]).toEqual([[], [], []]);
    finish();
    await plugin.idle();
    await after(0);
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'ask' }]);
    expect(await plugin.press('order-1.1', { account: 'ann' })).toMatchObject({ kind: 'applied' });
    expect([reported, errors]).toEqual([['order-1.start next', 'order-1.1 end'], []]);
  });
});

describe('listeners and events', () => {
  test('an EventEmitter of the host hears them; `end` comes before the last report', async () => {
    const listener = new EventEmitter();
    const waits: string[] = [];
    listener.on('activity.wait', ({ id }: { readonly id: string }) => waits.push(id));
    const { plugin, engine, reported } = open(ONE_TASK, {}, { engine: { listener } });
    const atEnd: unknown[] = [];
    engine.once('end', () => atEnd.push(plugin.instance?.status, reported.length));
    await engine.execute({ listener: plugin.listener });
    await plugin.press('order-1.1', { account: 'ann' });
    expect(waits).toEqual(['ask']);
    expect(atEnd).toEqual(['ended', 1]);
    expect([plugin.instance?.status, reported.length]).toEqual(['ended', 2]);
  });

  test('an engine that gets another listener than that of the plugin says so', async () => {
    const { plugin, engine } = open(ONE_TASK);
    const refused = await engine.execute({ listener: new EventEmitter() }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'ERR_STEP_FAILED', message: expect.stringContaining('plugin.listener') });
    expect(plugin.instance).toBeUndefined();
  });
});

describe('signals', () => {
  test('of the host complete a task without anybody: it is gone, and the end is reported with it', async () => {
    const { plugin, engine, reported } = open(ONE_TASK);
    const execution = await engine.execute({ listener: plugin.listener });
    execution.signal({ id: 'ask' });
    await after(0);
    expect(reported).toEqual(['order-1.start next', 'order-1.1 end']);
    expect(await plugin.press('order-1.1', { account: 'ann' })).toMatchObject({ kind: 'stale' });
  });

  test('in a listener of what waits are a step of their own, with its own reports', async () => {
    const listener = new EventEmitter();
    const TWO = processFile(
      [start(), userTask('ask', { assignee: 'ann' }), userTask('check', { assignee: 'bo' }), end()],
      'start > ask > check > end',
    );
    listener.on('activity.wait', ({ id, signal }: { readonly id: string; signal(): void }) => {
      if (id === 'ask') signal();
    });
    const bound = {
      emit: (name: string, api: { signal(): void; readonly id: string }) =>
        listener.emit(name, { id: api.id, signal: () => api.signal() }),
    };
    const { plugin, engine, reported } = open(TWO, {}, { engine: { listener: bound } } as never);
    await engine.execute({ listener: plugin.listener });
    expect(reported).toEqual(['order-1.start next', 'order-1.start next', 'order-1.1 none']);
    expect(plugin.openTasks).toMatchObject([{ nodeId: 'check' }]);
  });

  test('of presses are heard on the element', async () => {
    const { plugin, engine } = open(ONE_TASK);
    const execution = await engine.execute({ listener: plugin.listener });
    const heard: string[] = [];
    const { broker } = execution.getActivityById('ask') as unknown as {
      readonly broker: {
        subscribeTmp(exchange: string, pattern: string, hear: (key: string) => void, how: object): void;
      };
    };
    broker.subscribeTmp('api', 'activity.signal.#', (key) => void heard.push(key), { noAck: true });
    await plugin.press('order-1.1', { account: 'ann' });
    expect(heard).toEqual([expect.stringMatching(/^activity\.signal\.ask_/)]);
  });

  test('of the host continue a receive task', async () => {
    const source = draw({ people: { ask: 'ann' }, others: [receiveTask('asked')], paths: 'start > asked > ask > end' });
    const { plugin, engine, reported } = open(source);
    const execution = await engine.execute({ listener: plugin.listener });
    execution.signal({ id: 'asked' });
    await after(0);
    expect(reported).toEqual(['order-1.start next']);
  });

  test('of the engine reach no message event, the plugin delivers those; a timer that is cancelled fires', async () => {
    const source = draw(
      {
        people: { ask: 'ann' },
        others: [catchEvent('asked', message('m')), catchEvent('later', timer('PT1H'))],
        paths: 'start > asked > later > ask > end',
      },
      root('message', 'm', { name: 'go' }),
    );
    const { plugin, engine } = open(source);
    const execution = await engine.execute({ listener: plugin.listener });
    execution.signal({ id: 'm' });
    await after(0);
    expect(plugin.diagram().nodes.current).toEqual(['asked']);
    expect(plugin.deliver({ kind: 'message', name: 'go' })).toBe(true);
    expect(plugin.diagram().nodes.current).toEqual(['later']);
    execution.cancelActivity({ id: 'later' });
    await after(0);
    expect(plugin.diagram().nodes.current).toEqual(['ask']);
    await engine.stop();
  });
});

describe('refused', () => {
  test('options of execute that replace those of the plugin, before anything runs', async () => {
    const { plugin, engine, reported } = open(ONE_TASK);
    const expressions = { resolveExpression: () => undefined };
    const refused = await engine
      .execute({ listener: plugin.listener, expressions, settings: { disableTrackState: false } } as never)
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({
      code: 'ERR_ENGINE_CONFLICT',
      details: { conflicts: ['expressions', 'settings.disableTrackState'] },
    });
    expect(reported).toEqual([]);
  });

  test.each(['the same engine', 'another engine'])('a second run of %s; the first goes on', async (which) => {
    const { plugin, engine, reported } = open(ONE_TASK);
    await engine.execute({ listener: plugin.listener });
    const other = new Engine({ name: 'other', source: ONE_TASK, ...plugin.engineOptions } as EngineOptions);
    const second = which === 'the same engine' ? engine : other;
    const refused = await second.execute({ listener: plugin.listener }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'ERR_ENGINE_CONFLICT', details: { conflicts: ['listener'] } });
    expect(await plugin.press('order-1.1', { account: 'ann' })).toMatchObject({ kind: 'applied' });
    expect(reported).toEqual(['order-1.start next', 'order-1.1 end']);
  });

  test('several diagrams in one engine', async () => {
    const { moddleContext } = await readContexts(ONE_TASK);
    const { plugin, engine, reported } = open(ONE_TASK, { moddleContext });
    const refused = await engine.execute({ listener: plugin.listener }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'ERR_ENGINE_CONFLICT', details: { conflicts: ['definitions'] } });
    expect(reported).toEqual([]);
  });

  test('a diagram that somebody else has serialized', async () => {
    const { sourceContext } = await readContexts(ONE_TASK);
    const { plugin, engine, reported } = open('', { source: undefined, sourceContext });
    const refused = await engine.execute({ listener: plugin.listener }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({
      code: 'ERR_ENGINE_CONFLICT',
      message: expect.stringContaining('as source or moddleContext'),
      details: { conflicts: ['sourceContext'] },
    });
    expect(reported).toEqual([]);
  });

  test('a run after the instance has ended', async () => {
    const { plugin, engine, reported } = open(ONE_TASK);
    await engine.execute({ listener: plugin.listener });
    await plugin.press('order-1.1', { account: 'ann' });
    const refused = await engine.execute({ listener: plugin.listener }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'ERR_ENGINE_CONFLICT' });
    expect(reported).toHaveLength(2);
  });
});

test('a stopped engine is resumed with the same plugin', async () => {
  const { plugin, engine, said } = createHost(ONE_TASK);
  await engine.execute({ listener: plugin.listener });
  await engine.stop();
  await engine.resume({ listener: plugin.listener });
  expect(await plugin.press('order-1.1', { account: 'ann' })).toMatchObject({ kind: 'applied' });
  expect(said()).toEqual(['order-1.start next ask=order-1.1', 'order-1.1 end']);
});

test('the warnings of the diagram are known once the engine has read it', async () => {
  const source = draw({ people: { ask: 'ann', lost: 'ann' }, paths: 'start > ask > end' });
  const { plugin, engine } = open(source);
  expect(plugin.problems).toEqual([]);
  await engine.execute({ listener: plugin.listener });
  expect(plugin.problems).toMatchObject([{ severity: 'warning', elementId: 'lost' }]);
  expect(plugin.openTasks).toHaveLength(1);
});

test('a diagram is also read from a tree of moddle', async () => {
  const { moddleContext } = await readContexts(ONE_TASK);
  const { plugin, engine } = open('', { source: undefined, moddleContext });
  await engine.execute({ listener: plugin.listener });
  expect(plugin.openTasks).toMatchObject([{ nodeId: 'ask', handlers: ['ann'] }]);
});

async function readContexts(source: string) {
  const read = async () => new BpmnModdle().fromXML(source);
  return { moddleContext: await read(), sourceContext: serialize(await read(), TypeResolver(elements)) };
}

interface FormattedActivity {
  readonly type: string;
  readonly broker: { publish(exchange: string, routingKey: string, content: object): unknown };
  on(name: string, listener: () => void): unknown;
}

/** Its methods belong to its prototype. */
function bound(activity: FormattedActivity): FormattedActivity {
  return { type: activity.type, broker: activity.broker, on: (name, listener) => activity.on(name, listener) };
}
