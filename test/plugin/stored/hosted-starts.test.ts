/** Starts of instances by the events that a service has received: its cron, its broker, its webhooks. */
import { describe, expect, test } from 'vitest';
import { end, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { message, signal, startOn } from '../../support/named-events.ts';
import { openHost } from './open-host.ts';

/** Begins by hand, by a timer, by an order or by an alarm, each with a task of its own. */
const SOURCE = draw({
  id: 'orders',
  people: { ask: 'ann', count: 'bob', help: 'cleo' },
  others: [
    userTask('pack', { assignee: '${packer}' }),
    startOn('due', timer('P1D')),
    startOn('ordered', message('order')),
    startOn('alarmed', signal('alarm')),
    end('packed'),
  ],
  paths: 'start > ask > end; due > count > end-count; ordered > pack > packed; alarmed > help > end-help',
});
const SYSTEM = { defaults: { systemHandler: 'sys' } };
const openSystemHost = () =>
  openHost({ plugin: { appId: 'app', actionUrl: () => 'https://service.test/', ...SYSTEM } });

describe('a start at a chosen event', () => {
  test.each([
    ['the plain one', 'start', 'ask'],
    ['a timer', 'due', 'count'],
    ['a message', 'ordered', 'pack'],
    ['a signal', 'alarmed', 'help'],
    ['none: the plain one', undefined, 'ask'],
  ])('%s', async (_, startNodeId, nodeId) => {
    const { host, store } = openSystemHost();
    const variables = { packer: 'dara' };
    const chosen = startNodeId === undefined ? {} : { startNodeId };
    await host.start({ source: SOURCE, instanceId: 'i', initiator: 'ann', variables, ...chosen });
    expect(store.changes[0]?.tasks.map((task) => task.nodeId)).toEqual([nodeId]);
    await host.press('i.1', { account: { ask: 'ann', count: 'bob', pack: 'dara', help: 'cleo' }[nodeId] ?? '' });
    expect((await host.read('i'))?.instance?.status).toBe('ended');
  });

  test('begins with the payload of a message as variables and its key as business key', async () => {
    const { host, store } = openSystemHost();
    const variables = { packer: 'dara' };
    await host.start({ source: SOURCE, instanceId: 'i', startNodeId: 'ordered', businessKey: 'o-7', variables });
    const { instance, variables: read } = (await host.read('i')) ?? {};
    expect(instance).toMatchObject({ initiator: 'sys', businessKey: 'o-7' });
    expect(read).toEqual({ packer: 'dara', initiator: 'sys' });
    const [report] = store.changes[0]?.reports ?? [];
    expect(report).toMatchObject({ kind: 'bootstrap', item: { handler: 'sys', next: [{ handlers: 'dara' }] } });
  });

  test('that the process does not have saves nothing', async () => {
    const { host, store } = openSystemHost();
    const start = { source: SOURCE, instanceId: 'i', initiator: 'ann', startNodeId: 'ask' };
    await expect(host.start(start)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: 'orders has no start event ask: choose one of due, ordered, alarmed, start.',
    });
    expect(store.changes).toEqual([]);
  });
});

test('a start without an initiator and without a system handler saves nothing', async () => {
  const { host, store } = openHost();
  await expect(host.start({ source: SOURCE, instanceId: 'i' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  expect(store.changes).toEqual([]);
});

test('variables that are not JSON are refused, at the start and of an event, and nothing is saved', async () => {
  const { host, store } = openHost();
  const given = { source: SOURCE, instanceId: 'i', initiator: 'ann' };
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const refused = {
    code: 'ERR_INPUT_INVALID',
    message: expect.stringMatching(/^(start|deliver)\(i\) was given/),
  };
  await expect(host.start({ ...given, variables: { order: circular } })).rejects.toMatchObject(refused);
  expect(store.changes).toHaveLength(0);
  await host.start(given);
  const event = { kind: 'signal', name: 'S', payload: { order: new Date() } } as const;
  await expect(host.deliver('i', event)).rejects.toMatchObject(refused);
  expect(store.changes).toHaveLength(1);
});

test('a start returns the warnings of the diagram', async () => {
  const { host } = openHost();
  const source = draw({
    people: { ask: 'ann' },
    others: [userTask('sign', { assignee: 'bob', attributes: { 'camunda:asyncBefore': 'true' } })],
    paths: 'start > ask > sign > end',
  });
  const { problems } = await host.start({ source, instanceId: 'i', initiator: 'ann' });
  expect(problems).toMatchObject([{ severity: 'warning', elementId: 'sign' }]);
  expect(await host.start({ source, instanceId: 'i', initiator: 'ann' })).toMatchObject({
    started: false,
    problems: [],
  });
});

test.each(['i\n1', 'i\t1', 'i\u0000', 'i\u007f', 'i\ud800'])(
  'an instance with the id %j is not started: its tasks could not be pressed',
  async (instanceId) => {
    const { host, store } = openHost();
    const message = expect.stringContaining('must not contain line breaks');
    await expect(host.start({ source: SOURCE, instanceId, initiator: 'ann' })).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
      message,
    });
    expect(store.changes).toEqual([]);
  },
);
