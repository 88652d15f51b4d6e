import { expect } from 'vitest';
import { button, openWith } from '../../../src/conformance/calls/button-calls.ts';
import { Center } from '../../support/inner/conformance.ts';
import { lastCall } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

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
};
