import { expect, test } from 'vitest';
import { createActionUrl, parseButtonPath, verifyButton } from '../../src/callback/addresses.ts';
import { APP_ID, SIGNING_KEYS, TASK_ID } from './callback-fixture.ts';

const options = { publicUrl: 'https://host.example/bridge', appId: APP_ID, signingKeys: SIGNING_KEYS };

test('the first key signs, under the public url', () => {
  const url = createActionUrl(options)(TASK_ID, 'approve');
  expect(url.startsWith(`https://host.example/bridge/tasks/${TASK_ID}/approve/k2.`)).toBe(true);
  const path = parseButtonPath(new URL(url).pathname);
  expect(path).toMatchObject({ taskId: TASK_ID, actionKey: 'approve', keyId: 'k2' });
  const address = { appId: APP_ID, taskId: TASK_ID, actionKey: 'approve' };
  expect(verifyButton(SIGNING_KEYS, { ...address, keyId: 'k2', signature: path?.signature ?? '' }, address.appId)).toBe(
    true,
  );
});

test('a slash at the end of the public url changes nothing', () => {
  const withSlash = createActionUrl({ ...options, publicUrl: 'https://host.example/bridge/' });
  expect(withSlash(TASK_ID, 'approve')).toBe(createActionUrl(options)(TASK_ID, 'approve'));
});

test('the secret does not stand in the address', () => {
  expect(createActionUrl(options)(TASK_ID, 'approve')).not.toContain(SIGNING_KEYS[0]?.secret.reveal());
});

test.each(['', '.', '..'])('a button key "%s" is refused, since clients would resolve it away', (actionKey) => {
  expect(() => createActionUrl(options)(TASK_ID, actionKey)).toThrow(
    expect.objectContaining({ code: 'ERR_INPUT_INVALID' }),
  );
});

test('no address is made without a signing key', () => {
  expect(() => createActionUrl({ ...options, signingKeys: [] })).toThrow(
    expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }),
  );
});
