/** Events, Button callback: what the center calls when somebody presses. */

import { button, lastCall, openWith } from '../calls/button-calls.ts';
import { Center } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule } from './rule.ts';

export const buttonsRules: readonly Rule[] = [
  byHand('Button callback, call', 'an api button calls its url with its method', {
    make: (center) => openWith(center, ...['get', 'post', 'put'].map((method) => button(center, method, { method }))),
    look: (taskId, { ACCOUNT, BUTTON_URL }) =>
      `${ACCOUNT} presses get, post and put on ${taskId}: ${BUTTON_URL} is called by GET, POST and PUT.`,
    async see(access, taskId, { variables: { ACCOUNT } }) {
      for (const method of ['get', 'post', 'put']) {
        await access.press(taskId, { action: method, account: ACCOUNT });
        expect(lastCall(access)).toMatchObject({
          method: method.toUpperCase(),
          path: '/button',
          query: { button: method },
        });
      }
    },
  }),

  byHand('Button callback, parameters', 'they are nextNodeKey, opinions, accountName and time', {
    make: (center) => openWith(center, button(center, 'Go', { nextNodeKey: 'archive' })),
    look: (taskId, { ACCOUNT, TIME_ZONE }) =>
      `${ACCOUNT} presses "Go" on ${taskId} with the opinion "fine": the call has nextNodeKey archive, opinions fine, accountName ${ACCOUNT} and the time in ${TIME_ZONE}, as yyyy-MM-dd HH:mm:ss.`,
    async see(access, taskId, { variables: { ACCOUNT, TIME_ZONE } }) {
      await access.press(taskId, { action: 'Go', account: ACCOUNT, opinions: 'fine' });
      const { time, ...rest } = (lastCall(access)?.body ?? {}) as { time: string };
      expect(rest).toEqual({ nextNodeKey: 'archive', opinions: 'fine', accountName: ACCOUNT });
      expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const date = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
      expect([date.format(access.now()), date.format(access.now() - 60_000)]).toContain(time.slice(0, 10));
    },
  }),

  byHand('Button callback, headers', 'they contain the token of the person, and a different uuid in each call', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses "Go" on ${taskId} twice: the header uuid differs.`,
    async see(access, taskId, { variables: { ACCOUNT } }) {
      const uuids = new Set<unknown>();
      for (let presses = 0; presses < 2; presses += 1) {
        await access.press(taskId, { action: 'Go', account: ACCOUNT });
        expect(lastCall(access)?.headers['x-id-token']).toMatch(/./);
        uuids.add(lastCall(access)?.headers.uuid);
      }
      expect(uuids.size).toBe(2);
    },
  }),

  byHand('Button callback, POST or PUT', 'the four parameters are in a JSON body', {
    make: (center) => openWith(center, button(center, 'post'), button(center, 'put', { method: 'put' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses post and put on ${taskId}: both calls have a JSON body.`,
    async see(access, taskId, { variables: { ACCOUNT } }) {
      for (const action of ['post', 'put']) {
        await access.press(taskId, { action, account: ACCOUNT });
        expect(lastCall(access)?.headers['content-type']).toContain('application/json');
        expect(Object.keys(lastCall(access)?.body ?? {})).toEqual(['nextNodeKey', 'opinions', 'accountName', 'time']);
      }
    },
  }),

  byHand('Button callback, GET', 'the parameters are in the query', {
    make: (center) => openWith(center, button(center, 'get', { method: 'get' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses get on ${taskId}: the parameters stand in the query.`,
    async see(access, taskId, { variables: { ACCOUNT } }) {
      await access.press(taskId, { action: 'get', account: ACCOUNT });
      expect(lastCall(access)?.query).toMatchObject({ button: 'get', accountName: ACCOUNT, opinions: '' });
    },
  }),

  byHand('Button callback, body protection', 'nothing of the parameters can be read', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) =>
      `${ACCOUNT} presses "Go" on ${taskId}: see how the body is encrypted, and set callback.cipher (src/callback/README.md).`,
    async see(access) {
      const callbackCipher = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;
      await using opened = await access.another({ callbackCipher });
      const center = new Center(opened.variables);
      const taskId = await openWith(center, button(center, 'Go'));
      await opened.access.press(taskId, { action: 'Go', account: 'bo', opinions: 'fine' });
      const text = JSON.stringify(lastCall(opened.access)?.body);
      expect(text).toMatch(/./);
      for (const secret of ['fine', 'opinions', 'bo"']) expect(text).not.toContain(secret);
    },
  }),

  byHand('Button callback, page', 'a page button opens its page, and nothing is called', {
    make: (center) => openWith(center, button(center, 'Look', { optType: 1 })),
    look: (taskId, { ACCOUNT, BUTTON_URL }) => `${ACCOUNT} presses "Look" on ${taskId}: the page ${BUTTON_URL} opens.`,
    async see(access, taskId, center) {
      const before = access.system.received.length;
      const { opened } = await access.press(taskId, { action: 'Look', account: center.variables.ACCOUNT });
      expect([opened, access.system.received.length]).toEqual([button(center, 'Look').url, before]);
    },
  }),
];
