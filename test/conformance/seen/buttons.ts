import { expect } from 'vitest';
import { button, openWith } from '../../../src/conformance/rules/buttons.ts';
import { Center, type RawObject } from '../../support/inner/conformance.ts';
import { lastCall } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

const namesOf = (task: { readonly buttons: readonly { readonly name: string }[] } | undefined) =>
  task?.buttons.map(({ name }) => name).toSorted();

export const buttonsSeen: SeenOf = {
  async 'Button callback, call'(access, taskId: string, { variables: { ACCOUNT } }) {
    for (const method of ['get', 'post', 'put']) {
      await access.press(taskId, { action: method, account: ACCOUNT });
      expect(lastCall(access)).toMatchObject({
        method: method.toUpperCase(),
        path: '/button',
        query: { button: method },
      });
    }
  },

  async 'Button callback, parameters'(access, taskId: string, { variables: { ACCOUNT, TIME_ZONE } }) {
    await access.press(taskId, { action: 'Go', account: ACCOUNT, opinions: 'fine' });
    const { time, ...rest } = (lastCall(access)?.body ?? {}) as { time: string };
    expect(rest).toEqual({ nextNodeKey: 'archive', opinions: 'fine', accountName: ACCOUNT });
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
    expect([date.format(access.now()), date.format(access.now() - 60_000)]).toContain(time.slice(0, 10));
  },

  async 'Button callback, headers'(access, taskId: string, { variables: { ACCOUNT } }) {
    const uuids = new Set<unknown>();
    for (let presses = 0; presses < 2; presses += 1) {
      await access.press(taskId, { action: 'Go', account: ACCOUNT });
      expect(lastCall(access)?.headers['x-id-token']).toMatch(/./);
      uuids.add(lastCall(access)?.headers.uuid);
    }
    expect(uuids.size).toBe(2);
  },

  async 'Button callback, POST or PUT'(access, taskId: string, { variables: { ACCOUNT } }) {
    for (const action of ['post', 'put']) {
      await access.press(taskId, { action, account: ACCOUNT });
      expect(lastCall(access)?.headers['content-type']).toContain('application/json');
      expect(Object.keys(lastCall(access)?.body ?? {})).toEqual(['nextNodeKey', 'opinions', 'accountName', 'time']);
    }
  },

  async 'Button callback, GET'(access, taskId: string, { variables: { ACCOUNT } }) {
    await access.press(taskId, { action: 'get', account: ACCOUNT });
    expect(lastCall(access)?.query).toMatchObject({ button: 'get', accountName: ACCOUNT, opinions: '' });
  },

  async 'Button callback, body protection'(access) {
    const callbackCipher = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;
    await using opened = await access.another({ callbackCipher });
    const center = new Center(opened.variables);
    const taskId = await openWith(center, button(center, 'Go'));
    await opened.access.press(taskId, { action: 'Go', account: 'bo', opinions: 'fine' });
    const text = JSON.stringify(lastCall(opened.access)?.body);
    expect(text).toMatch(/./);
    for (const secret of ['fine', 'opinions', 'bo"']) expect(text).not.toContain(secret);
  },

  async 'Button callback, page'(access, taskId: string, center) {
    const before = access.system.received.length;
    const { opened } = await access.press(taskId, { action: 'Look', account: center.variables.ACCOUNT });
    expect([opened, access.system.received.length]).toEqual([button(center, 'Look').url, before]);
  },

  async 'Batch approval, loop'(access, ids: string[], { variables: { ACCOUNT } }) {
    const before = access.system.received.length;
    await access.batch(ids, { account: ACCOUNT, opinions: 'all' });
    const calls = access.system.received.slice(before);
    expect(calls.map(({ body }) => (body as RawObject).opinions)).toEqual(['all', 'all', 'all']);
  },

  'Batch approval, allowMerge'(access, [yes, no]: string[], { variables: { ACCOUNT } }) {
    const offered = access.batchable(ACCOUNT).filter(({ taskId }) => taskId === yes || taskId === no);
    expect(offered.map(({ taskId, buttons }) => [taskId, buttons.map(({ name }) => name)])).toEqual([[yes, ['Yes']]]);
  },

  'Batch approval, actions'(access, taskId: string, { variables: { ACCOUNT } }) {
    const buttons = access.batchable(ACCOUNT).flatMap((task) => (task.taskId === taskId ? task.buttons : []));
    expect(buttons.map(({ name }) => name)).not.toContain('Again');
    const handled = access.handled(ACCOUNT).find((task) => task.taskId === taskId);
    expect(handled?.buttons.map(({ name }) => name)).toContain('Again');
  },

  'Button visibility, pending': (access, taskId: string, { variables: { ACCOUNT } }) =>
    expect(namesOf(access.pending(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(
      ['HANDLE', 'HANG_UP', 'ACTIVE', 'CIRCULARIZE', 'TRANSFER', 'DEAL', 'ALL'].toSorted(),
    ),

  'Button visibility, handled': (access, taskId: string, { variables: { ACCOUNT } }) =>
    expect(namesOf(access.handled(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(['ALL', 'HANDLEDR']),

  'Button visibility, initiated'(access, taskId: string, { variables: { INITIATOR } }) {
    const tasks = access.initiated(INITIATOR).flatMap((transaction) => transaction.tasks);
    const shown = namesOf(tasks.find((task) => task.taskId === taskId));
    expect(shown).toEqual(['ALL', 'BREAK_UP', 'PROMOTER', 'REVOKE']);
  },
};
