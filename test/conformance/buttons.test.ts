/** Events, Button callback: what the center calls, for whom it shows which buttons, and what a batch is. */
import { expect } from 'vitest';
import { Center, type RawObject } from './center.ts';
import { type Hands, openSandbox } from './hands.ts';
import { byHand } from './rule.ts';

const TYPES = 'HANDLE BREAK_UP REVOKE HANG_UP ACTIVE CIRCULARIZE TRANSFER PROMOTER HANDLEDR DEAL ALL'.split(' ');

/** A button of the center that calls BUTTON_URL. */
const button = ({ variables: { BUTTON_URL } }: Center, name: string, more: RawObject = {}): RawObject => ({
  name,
  type: 'HANDLE',
  url: `${BUTTON_URL}?button=${encodeURIComponent(name)}`,
  optType: 0,
  method: 'post',
  ...more,
});
const openWith = (center: Center, ...actions: RawObject[]) => center.openOne({ actions });
const lastCall = (hands: Hands) => hands.system.received.at(-1);

byHand('Button callback, call', 'an api button calls its url with its method', {
  make: (center) => openWith(center, ...['get', 'post', 'put'].map((method) => button(center, method, { method }))),
  look: (taskId, { ACCOUNT, BUTTON_URL }) =>
    `${ACCOUNT} presses get, post and put on ${taskId}: ${BUTTON_URL} is called by GET, POST and PUT.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    for (const method of ['get', 'post', 'put']) {
      await hands.press(taskId, { action: method, account: ACCOUNT });
      expect(lastCall(hands)).toMatchObject({
        method: method.toUpperCase(),
        path: '/button',
        query: { button: method },
      });
    }
  },
});

byHand('Button callback, parameters', 'they are nextNodeKey, opinions, accountName and time', {
  make: (center) => openWith(center, button(center, 'Go', { nextNodeKey: 'archive' })),
  look: (taskId, { ACCOUNT, TIME_ZONE }) =>
    `${ACCOUNT} presses "Go" on ${taskId} with the opinion "fine": the call has nextNodeKey archive, opinions fine, accountName ${ACCOUNT} and the time in ${TIME_ZONE}, as yyyy-MM-dd HH:mm:ss.`,
  async see(hands, taskId, { variables: { ACCOUNT, TIME_ZONE } }) {
    await hands.press(taskId, { action: 'Go', account: ACCOUNT, opinions: 'fine' });
    const { time, ...rest } = (lastCall(hands)?.body ?? {}) as { time: string };
    expect(rest).toEqual({ nextNodeKey: 'archive', opinions: 'fine', accountName: ACCOUNT });
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
    expect([date.format(hands.now()), date.format(hands.now() - 60_000)]).toContain(time.slice(0, 10));
  },
});

byHand('Button callback, headers', 'they hold the token of the person, and another uuid in each call', {
  make: (center) => openWith(center, button(center, 'Go')),
  look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses "Go" on ${taskId} twice: the header uuid differs.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    const uuids = new Set<unknown>();
    for (let presses = 0; presses < 2; presses += 1) {
      await hands.press(taskId, { action: 'Go', account: ACCOUNT });
      expect(lastCall(hands)?.headers['x-id-token']).toMatch(/./);
      uuids.add(lastCall(hands)?.headers.uuid);
    }
    expect(uuids.size).toBe(2);
  },
});

byHand('Button callback, POST or PUT', 'the four parameters stand in a JSON body', {
  make: (center) => openWith(center, button(center, 'post'), button(center, 'put', { method: 'put' })),
  look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses post and put on ${taskId}: both calls have a JSON body.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    for (const action of ['post', 'put']) {
      await hands.press(taskId, { action, account: ACCOUNT });
      expect(lastCall(hands)?.headers['content-type']).toContain('application/json');
      expect(Object.keys(lastCall(hands)?.body ?? {})).toEqual(['nextNodeKey', 'opinions', 'accountName', 'time']);
    }
  },
});

byHand('Button callback, GET', 'the parameters stand in the query', {
  make: (center) => openWith(center, button(center, 'get', { method: 'get' })),
  look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses get on ${taskId}: the parameters stand in the query.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    await hands.press(taskId, { action: 'get', account: ACCOUNT });
    expect(lastCall(hands)?.query).toMatchObject({ button: 'get', accountName: ACCOUNT, opinions: '' });
  },
});

byHand('Button callback, body protection', 'nothing of the parameters can be read', {
  make: (center) => openWith(center, button(center, 'Go')),
  look: (taskId, { ACCOUNT }) =>
    `${ACCOUNT} presses "Go" on ${taskId}: see how the body is encrypted, and set callback.cipher (src/callback/README.md).`,
  async see() {
    const callbackCipher = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;
    await using opened = await openSandbox({ callbackCipher });
    const center = new Center(opened.variables);
    const taskId = await openWith(center, button(center, 'Go'));
    await opened.hands.press(taskId, { action: 'Go', account: 'bo', opinions: 'fine' });
    const text = JSON.stringify(lastCall(opened.hands)?.body);
    expect(text).toMatch(/./);
    for (const secret of ['fine', 'opinions', 'bo"']) expect(text).not.toContain(secret);
  },
});

byHand('Button callback, page', 'a page button opens its page, and nothing is called', {
  make: (center) => openWith(center, button(center, 'Look', { optType: 1 })),
  look: (taskId, { ACCOUNT, BUTTON_URL }) => `${ACCOUNT} presses "Look" on ${taskId}: the page ${BUTTON_URL} opens.`,
  async see(hands, taskId, center) {
    const before = hands.system.received.length;
    const { opened } = await hands.press(taskId, { action: 'Look', account: center.variables.ACCOUNT });
    expect([opened, hands.system.received.length]).toEqual([button(center, 'Look').url, before]);
  },
});

byHand('Button callback, follow-up', 'REVOKE and BREAK_UP end the transaction once the call was taken', {
  make: (center) => openWith(center, button(center, 'Call back', { type: 'REVOKE' })),
  look: (taskId, { INITIATOR }) =>
    `What "Call back" of ${INITIATOR} on ${taskId} does is what the probe "follow-up" says.`,
  async see(hands, taskId, { variables: { INITIATOR, ACCOUNT } }) {
    await hands.press(taskId, { action: 'Call back', account: INITIATOR });
    expect(hands.pending(ACCOUNT).map((each) => each.taskId)).not.toContain(taskId);
  },
});

byHand('Batch approval, loop', 'the interface of the single button is called once for each task', {
  make: (center) => {
    const actions = [button(center, 'Yes', { allowMerge: 1 })];
    return center.open({ actions }, { actions }, { actions });
  },
  look: (ids, { ACCOUNT }) => `${ACCOUNT} chooses ${ids.join(', ')} for a batch and presses "Yes": three calls come.`,
  async see(hands, ids, { variables: { ACCOUNT } }) {
    const before = hands.system.received.length;
    await hands.batch(ids, { account: ACCOUNT, opinions: 'all' });
    const calls = hands.system.received.slice(before);
    expect(calls.map(({ body }) => (body as RawObject).opinions)).toEqual(['all', 'all', 'all']);
  },
});

byHand('Batch approval, allowMerge', 'only a task with a button of allowMerge 1 can be chosen', {
  make: (center) =>
    center.open(
      { actions: [button(center, 'Yes', { allowMerge: 1 }), button(center, 'No')] },
      { actions: [button(center, 'No', { allowMerge: 0 })] },
    ),
  look: ([yes, no], { ACCOUNT }) => `${ACCOUNT} can choose ${yes} for a batch, with "Yes" alone, and not ${no}.`,
  see(hands, [yes, no], { variables: { ACCOUNT } }) {
    const offered = hands.batchable(ACCOUNT).filter(({ taskId }) => taskId === yes || taskId === no);
    expect(offered.map(({ taskId, buttons }) => [taskId, buttons.map(({ name }) => name)])).toEqual([[yes, ['Yes']]]);
  },
});

byHand('Batch approval, actions', 'a button added by previousActions stands in no batch', {
  async make(center) {
    const taskId = await openWith(center, button(center, 'Yes', { allowMerge: 1 }));
    const previous = button(center, 'Again', { type: 'ALL', optType: '0', allowMerge: 1 });
    expect(await center.report(center.item(taskId, 'none', { previousActions: [previous] }))).toEqual([]);
    return taskId;
  },
  look: (taskId, { ACCOUNT }) => `"Again" of ${taskId} is in no batch of ${ACCOUNT}.`,
  see(hands, taskId, { variables: { ACCOUNT } }) {
    const buttons = hands.batchable(ACCOUNT).flatMap((task) => (task.taskId === taskId ? task.buttons : []));
    expect(buttons.map(({ name }) => name)).not.toContain('Again');
    const handled = hands.handled(ACCOUNT).find((task) => task.taskId === taskId);
    expect(handled?.buttons.map(({ name }) => name)).toContain('Again');
  },
});

const withEveryButton = (center: Center) => openWith(center, ...TYPES.map((type) => button(center, type, { type })));
const namesOf = (task: { readonly buttons: readonly { readonly name: string }[] } | undefined) =>
  task?.buttons.map(({ name }) => name).toSorted();

byHand('Button visibility, pending', 'it shows HANDLE, HANG_UP, ACTIVE, CIRCULARIZE, TRANSFER, DEAL and ALL', {
  make: withEveryButton,
  look: (taskId, { ACCOUNT }) =>
    `In the pending list of ${ACCOUNT}, ${taskId} has HANDLE, HANG_UP, ACTIVE, CIRCULARIZE, TRANSFER, DEAL and ALL.`,
  see: (hands, taskId, { variables: { ACCOUNT } }) =>
    expect(namesOf(hands.pending(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(
      ['HANDLE', 'HANG_UP', 'ACTIVE', 'CIRCULARIZE', 'TRANSFER', 'DEAL', 'ALL'].toSorted(),
    ),
});

byHand('Button visibility, handled', 'it shows HANDLEDR and ALL', {
  async make(center) {
    const taskId = await withEveryButton(center);
    expect(await center.report(center.item(taskId, 'end'))).toEqual([]);
    return taskId;
  },
  look: (taskId, { ACCOUNT }) => `In the handled list of ${ACCOUNT}, ${taskId} has HANDLEDR and ALL.`,
  see: (hands, taskId, { variables: { ACCOUNT } }) =>
    expect(namesOf(hands.handled(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(['ALL', 'HANDLEDR']),
});

byHand('Button visibility, initiated', 'it shows REVOKE, BREAK_UP, PROMOTER and ALL', {
  make: withEveryButton,
  look: (taskId, { INITIATOR }) =>
    `In the initiated list of ${INITIATOR}, the transaction of ${taskId} has REVOKE, BREAK_UP, PROMOTER and ALL.`,
  see(hands, taskId, { variables: { INITIATOR } }) {
    const tasks = hands.initiated(INITIATOR).flatMap((transaction) => transaction.tasks);
    const shown = namesOf(tasks.find((task) => task.taskId === taskId));
    expect(shown).toEqual(['ALL', 'BREAK_UP', 'PROMOTER', 'REVOKE']);
  },
});
