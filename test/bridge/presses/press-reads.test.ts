import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BridgeParts, composeBridge } from '../../../src/bridge/compose-bridge.ts';
import { createEmitter } from '../../../src/bridge/context/events.ts';
import { createCenterClient } from '../../../src/center/create-center-client.ts';
import type { CenterClient } from '../../../src/center/port.ts';
import { parseOptions } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createLog } from '../../support/inner/logger.ts';
import { optionsFor } from '../options-for.ts';

const CENTER = 'http://127.0.0.1:9';
const TWO_STEPS = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), end()],
  'start > apply > check > end',
  { id: 'two-steps' },
);

let store: Store;
let center: CenterClient;
let parts: BridgeParts;
/** The operations of the store that were called, in order. */
let called: string[];

/** The real store, and a note of what is called. */
function noteCalls(real: Store): Store {
  return new Proxy(real, {
    get: (target, name: keyof Store) => {
      const operation = target[name];
      if (typeof operation !== 'function') return operation;
      return (...args: never[]) => {
        called.push(name);
        return (operation as (...given: never[]) => unknown)(...args);
      };
    },
  });
}

/** A bridge on the store whose loops are not started: what is called is called by the press. */
function compose(owner: string): BridgeParts {
  const config = parseOptions({ ...optionsFor({ url: CENTER }), store: 'sqlite::memory:' });
  return composeBridge({
    config,
    store: noteCalls(store),
    center,
    log: createLog(config.logger),
    emitter: createEmitter(),
    owner,
    open: () => undefined,
  });
}

beforeEach(async () => {
  called = [];
  store = await openStore('sqlite::memory:');
  center = createCenterClient({
    baseUrl: CENTER,
    authUrl: CENTER,
    clientId: 'id',
    clientSecret: 'secret',
    timeoutMs: 10_000,
    clock: Date.now,
  });
  parts = compose('test');
  await parts.definitions.deploy(TWO_STEPS);
});
afterEach(async () => {
  await center.close();
  await store.close();
});

async function startOne(): Promise<string> {
  const { instanceId } = await parts.starts.start('two-steps', { initiator: 'anna' });
  called = [];
  return instanceId;
}

function press(instanceId: string, task: number, account: string, uuid: string) {
  const pressed = { taskId: `${instanceId}.${task}`, actionKey: 'handle', account, pressedAt: Date.now() };
  return parts.press({ ...pressed, uuid, fingerprint: uuid });
}

it('reads each row of a press once, and commits once', async () => {
  const instanceId = await startOne();
  expect(await press(instanceId, 1, 'anna', 'u-1')).toMatchObject({ kind: 'applied' });
  expect(called).toEqual(['getInstanceOfTask', 'getPress', 'getTask', 'commitStep']);
});

it('reads two rows of a repeat, and stores nothing', async () => {
  const instanceId = await startOne();
  await press(instanceId, 1, 'anna', 'u-1');
  called = [];
  expect(await press(instanceId, 1, 'anna', 'u-1')).toMatchObject({ kind: 'duplicate' });
  expect(called).toEqual(['getInstanceOfTask', 'getPress']);
});

it('reads again what another step has changed since, and applies one of two presses at once', async () => {
  const instanceId = await startOne();
  const verdicts = await Promise.all([press(instanceId, 1, 'anna', 'u-1'), press(instanceId, 1, 'anna', 'u-2')]);
  expect(verdicts.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'stale']);
  expect(called.filter((name) => name === 'commitStep')).toHaveLength(1);
  expect(called.filter((name) => name === 'getInstance')).toHaveLength(1);
});

it('gives one call that comes twice at once the same answer, applied once', async () => {
  const instanceId = await startOne();
  const verdicts = await Promise.all([press(instanceId, 1, 'anna', 'u-1'), press(instanceId, 1, 'anna', 'u-1')]);
  expect(verdicts.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'duplicate']);
  expect(called.filter((name) => name === 'commitStep')).toHaveLength(1);
});

it('reads each row of a transfer and of a suspension once', async () => {
  const instanceId = await startOne();
  const transferred = await parts.onTasks.transfer(`${instanceId}.1`, { from: 'anna', to: 'chen' });
  expect(transferred).toMatchObject({ kind: 'applied' });
  expect(called).toEqual(['getInstanceOfTask', 'getTask', 'commitStep']);
  called = [];
  expect(await parts.onInstances.suspend(instanceId, { account: 'chen' })).toMatchObject({ kind: 'applied' });
  expect(called).toEqual(['getInstance', 'listOpenTasks', 'commitStep']);
});

it('finds at its next poll what another bridge has committed, which tells it nothing', async () => {
  parts.loops.start();
  await parts.loops.idle();
  const other = compose('other');
  await other.starts.start('two-steps', { initiator: 'anna' });
  const attempts = async () => (await store.listOutbox({}))[0]?.attempts;
  await expect.poll(attempts).toBeGreaterThan(0);
  await parts.loops.stop(0);
});
