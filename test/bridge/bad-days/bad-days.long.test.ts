/** A disk without space, a clock that jumps, a center and a bridge that restart at once: what is left is done afterwards. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bridge, type BridgeOptions, createBridge, type TaskHandlingItem } from '../../../src/index.ts';
import { answerErrors, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { catchEvent, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { canMount, mountSmallDisk, NEEDS_MOUNT } from '../../support/mount.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;
/** The fields of each line of the log. */
let logged: object[];
let now = Date.UTC(2026, 4, 4, 4);

async function open(store: string = file.store): Promise<void> {
  logged = [];
  const note = (_message: string, fields: object) => void logged.push(fields);
  const logger = { debug: note, info: note, warn: note, error: note } as BridgeOptions['logger'];
  bridge = await createBridge({ ...optionsFor(center), store, clock: () => now, ...(logger && { logger }) });
}

beforeEach(async () => {
  file = createDatabaseFile();
  center = await startHttpCenter();
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

const told = () =>
  center.taskCalls
    .flatMap(({ body }) => JSON.parse(body) as TaskHandlingItem[])
    .map(({ status, previousTaskId }) => `${previousTaskId.split('.')[1]} ${status}`);
const entries = async (status: string) =>
  (await bridge.outbox.list({ limit: 1_000 })).filter(({ state }) => state === status);

async function deployTwoTasks(): Promise<void> {
  const apply = userTask('apply', { assignee: 'anna' });
  const check = userTask('check', { assignee: 'bo' });
  await bridge.deploy(processFile([start(), apply, check, end()], 'start > apply > check > end', { id: 'leave' }));
}

describe.skipIf(!canMount())(`a full disk ${NEEDS_MOUNT}`, () => {
  let disk: ReturnType<typeof mountSmallDisk>;
  beforeEach(() => {
    disk = mountSmallDisk(3);
  });
  afterEach(async () => {
    await bridge.close();
    disk.unmount();
  });

  /** @returns the file that takes all space */
  function fillDisk(): string {
    const file = join(disk.path, 'fill');
    for (let size = 4 * 1024 * 1024; size >= 512; size /= 2) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // As much as fitted is written.
      }
    }
    return file;
  }

  const ofStore = () => logged.filter((line) => 'event' in line && String(line.event).startsWith('store.'));
  const full = { event: 'store.full', reason: expect.stringContaining('has no space left on its disk') };

  test('refuses what it cannot store and leaves everything as it was; with space again the same press goes through', async () => {
    await open(`sqlite:${join(disk.path, 'bridge.db')}`);
    await deployTwoTasks();
    const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
    const filling = fillDisk();
    const large = { initiator: 'anna', variables: { text: 'x'.repeat(1_000_000) } };
    await expect(bridge.start('leave', large)).rejects.toThrow('has no space left on its disk');
    expect(ofStore()).toEqual([full]);
    expect((await bridge.health()).problems).toEqual([expect.stringMatching(/^The disk of the database is full: /)]);
    const press = () => bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
    await expect(press()).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
    await expect(bridge.start('leave', large)).rejects.toThrow('has no space left on its disk');
    expect(await bridge.tasks.list({ instanceId })).toMatchObject([{ state: 'IN_PROGRESS' }]);
    rmSync(filling);
    expect(await press()).toMatchObject({ kind: 'applied' });
    await bridge.idle();
    expect(told()).toEqual(['start next', '1 next']);
    expect(await bridge.instances.list()).toHaveLength(1);
    expect(ofStore()).toEqual([full]);
    now += 61_000;
    await bridge.start('leave', { initiator: 'anna' });
    expect(ofStore()).toEqual([full, { event: 'store.has-space', lastedMs: 61_000 }]);
    expect((await bridge.health()).problems).toEqual([]);
  });

  test.each<[string, (text: string) => Promise<unknown>]>([
    [
      'a message',
      (text) =>
        bridge.messages.send({
          messageTypeCode: 'NOTICE',
          toPersons: 'bo',
          data: { title: 'Closed', paramValueJson: { text } },
        }),
    ],
    [
      'a deploy',
      (name) => bridge.deploy(processFile([start('start', { name }), end()], 'start > end', { id: 'large' })),
    ],
  ])('is in the log when %s alone meets it', async (_what, write) => {
    await open(`sqlite:${join(disk.path, 'bridge.db')}`);
    fillDisk();
    await expect(write('x'.repeat(1_000_000))).rejects.toThrow('has no space left on its disk');
    expect(ofStore()).toEqual([full]);
  });
});

describe('a clock', () => {
  test('that jumps ahead by a year, with a call on its way, makes nothing twice and leaves nothing behind', async () => {
    await open();
    const wait = catchEvent('wait', timer('PT1H'));
    const check = userTask('check', { assignee: 'bo' });
    await bridge.deploy(processFile([start(), wait, check, end()], 'start > wait > check > end', { id: 'waiting' }));
    await deployTwoTasks();
    center.onTasks = (response, call, count) => {
      if (count === 1) now += YEAR;
      answerErrors()(response, call, count);
    };
    const waiting = await bridge.start('waiting', { initiator: 'anna' });
    const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
    await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
    await bridge.idle();
    expect(told().filter((each) => each === '1 next')).toHaveLength(1);
    expect(await bridge.tasks.list({ instanceId: waiting.instanceId })).toMatchObject([{ nodeId: 'check' }]);
    expect(await entries('pending')).toEqual([]);
  });

  test('that jumps back by an hour holds what was due until then, and loses nothing', async () => {
    await open();
    await deployTwoTasks();
    const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
    now -= HOUR;
    await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
    await bridge.idle();
    now += 2 * HOUR;
    await bridge.idle();
    await bridge.press(`${instanceId}.2`, { action: 'handle', account: 'bo' });
    await bridge.idle();
    expect(told()).toEqual(['start next', '1 next', '2 end']);
    expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  });
});

test('a center and a bridge that go down together go on where they were', async () => {
  await open();
  await deployTwoTasks();
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  await bridge.idle();
  const port = Number(new URL(center.url).port);
  await center.close();
  await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
  await bridge.idle();
  expect(await entries('pending')).toHaveLength(1);
  await bridge.close();
  center = await startHttpCenter(port);
  await open();
  now += HOUR;
  await bridge.idle();
  expect(told()).toEqual(['1 next']);
  await bridge.press(`${instanceId}.2`, { action: 'handle', account: 'bo' });
  await bridge.idle();
  expect(told()).toEqual(['1 next', '2 end']);
});
