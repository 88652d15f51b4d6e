/** How the host of an engine names a button: by its key or its label. A callback has the key, from the address. */
import { expect, test } from 'vitest';
import { openCallbacks } from '../../src/plugin/index.ts';
import { draw } from '../support/draw.ts';
import { createHost } from '../support/live-host.ts';
import { openHost } from './stored/open-host.ts';

const source = draw({
  people: { judge: 'ann', pay: 'bob' },
  exclusive: 'ok',
  paths: 'start > judge > ok; ok >"Approve" pay > end; ok >"Reject" end',
});

const UNKNOWN = {
  code: 'ERR_BUTTON_UNKNOWN',
  message: expect.stringContaining(
    'has no button "Agree". Name one by its key or its label: ok-pay (Approve), ok-end (Reject).',
  ),
};

test('a plugin and a host of stored instances take a label, and refuse one that there is not', async () => {
  const { plugin, execute } = createHost(source);
  await execute();
  await expect(plugin.press('order-1.1', { account: 'ann', action: 'Agree' })).rejects.toMatchObject(UNKNOWN);
  expect(await plugin.press('order-1.1', { account: 'ann', action: 'Approve' })).toMatchObject({ kind: 'applied' });

  const { host, store } = openHost();
  await host.start({ source, instanceId: 'i', initiator: 'ann' });
  await expect(host.press('i.1', { account: 'ann', action: 'Agree' })).rejects.toMatchObject(UNKNOWN);
  expect(store.changes).toHaveLength(1);
  expect(await host.press('i.1', { account: 'ann', action: 'Approve' })).toMatchObject({ kind: 'applied' });
});

test('a callback names a button by its key alone; one that the task lacks is invalid, and finished on a closed task', async () => {
  // What was the key of a button is the label of another one now.
  const { plugin, execute } = createHost(source.replace('"Reject"', '"ok-old"'));
  await execute();
  const callbacks = await openCallbacks({
    appId: 'app',
    publicUrl: 'https://host.example',
    signingKeys: [{ id: 'k1', secret: 'k'.repeat(40) }],
    cipher: { kind: 'none' },
    idToken: 'trust-center',
    press: (taskId, press) => plugin.press(taskId, press),
  });
  const call = async (key: string) => {
    const answer = await callbacks.fetch(
      new Request(callbacks.actionUrl('order-1.1', { key }), {
        method: 'POST',
        headers: { uuid: 'u-1', 'content-type': 'application/json' },
        body: JSON.stringify({ accountName: 'ann', time: '2026-03-01 10:00:00' }),
      }),
    );
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const invalid = { code: 400, message: 'the task has no such button; it has ok-pay, ok-end' };
  expect(await call('ok-old')).toMatchObject(invalid);
  expect(await call('ok-pay')).toMatchObject({ code: 0 });
  expect(await call('ok-old')).toMatchObject({ code: 2005, message: 'this task has been finished' });
});
