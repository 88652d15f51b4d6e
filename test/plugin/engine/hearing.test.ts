/** Events of elements are published for those who hear them, wherever they listen. */
import { EventEmitter } from 'node:events';
import type { Execution } from 'bpmn-engine';
import type { Broker } from 'smqp';
import { expect, test } from 'vitest';
import { isHeard } from '../../../src/plugin/engine/hearing.ts';
import { draw } from '../../support/draw.ts';
import { run } from './process-driver.ts';

const END = 'activity.end';

interface Definition {
  readonly broker: Broker;
  getProcesses(): { readonly broker: Broker }[];
}

async function brokers() {
  const execution = await run(draw({ tasks: 'A', paths: 'start > A > end' }));
  const { broker, definitions } = execution as unknown as { broker: Broker; definitions: Definition[] };
  const [definition] = definitions;
  const process = definition?.getProcesses()[0]?.broker;
  if (!definition || !process) throw new TypeError('no process');
  const hears = (listener?: unknown, key = END) => isHeard(key, process, execution as unknown as Execution, listener);
  return { hears, all: { process, definition: definition.broker, engine: broker } };
}

test('nobody', async () => {
  const { hears } = await brokers();
  expect(hears()).toBe(false);
  expect(hears(new EventEmitter())).toBe(false);
});

test('the engine itself: a call and a signal', async () => {
  const { hears } = await brokers();
  expect(hears(undefined, 'activity.call')).toBe(true);
  expect(hears(undefined, 'activity.signal')).toBe(true);
});

test.each(['process', 'definition', 'engine'] as const)('who subscribes to the broker of the %s', async (which) => {
  const { hears, all } = await brokers();
  all[which].subscribeTmp('event', 'activity.#', () => {}, { noAck: true, consumerTag: 'mine' });
  expect(hears()).toBe(true);
  expect(hears(undefined, 'flow.take')).toBe(false);
  all[which].cancel('mine');
  expect(hears()).toBe(false);
});

test('a listener', async () => {
  const { hears } = await brokers();
  const listener = new EventEmitter().on('wait', () => {}).on(END, () => {});
  expect(hears(listener)).toBe(true);
  expect(hears(listener, 'activity.wait')).toBe(true);
  expect(hears(listener, 'activity.start')).toBe(false);
  // Its own `emit` may hear everything.
  expect(hears({ emit: () => true }, 'activity.start')).toBe(true);
});
