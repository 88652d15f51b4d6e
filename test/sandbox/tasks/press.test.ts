import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  type RawObject,
  report,
  reportItem,
} from '../business-system.ts';

const NOON = Date.UTC(2025, 5, 1, 4);

function approve(url: string, more: RawObject = {}): RawObject {
  return { name: 'Approve', type: 'HANDLE', url, optType: 0, method: 'post', nextNodeKey: 'archive', ...more };
}

async function openPressable(action: RawObject = {}) {
  const system = await openBusinessSystem();
  const sandbox = await openSandbox({ clock: () => NOON });
  await openTasks(sandbox, nextTask('t-1', { initiator: 'anna', actions: [approve(`${system.url}/t-1/ok`, action)] }));
  return { system, sandbox };
}

describe('Events, Button callback', () => {
  it.each(['post', 'put'])('%s: the four parameters in the JSON body, and both headers', async (method) => {
    const { system, sandbox } = await openPressable({ method });
    const result = await sandbox.press('t-1', { action: 'Approve', account: 'bo', opinions: 'fine' });
    expect(result).toMatchObject({ status: 200, body: { code: 0, message: 'ok', data: null } });
    const [call] = system.received;
    expect([call?.method, call?.url]).toEqual([method.toUpperCase(), '/t-1/ok']);
    expect(call?.headers['content-type']).toBe('application/json;charset=utf-8');
    expect(call?.headers.uuid).toBe(result.uuid);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      nextNodeKey: 'archive',
      opinions: 'fine',
      accountName: 'bo',
      time: '2025-06-01 12:00:00',
    });
  });

  it('get: the four parameters in the query, in addition to those of the url', async () => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox({ clock: () => NOON, timeZone: 'UTC' });
    const action = approve(`${system.url}/ok?v=1`, { method: 'get', nextNodeKey: null });
    await openTasks(sandbox, nextTask('t-1', { actions: [action] }));
    await sandbox.press('t-1', { action: 'Approve', account: 'bo', opinions: 'ja & amen' });
    const [call] = system.received;
    expect([call?.method, call?.body, call?.headers['content-type']]).toEqual(['GET', '', undefined]);
    expect(Object.fromEntries(new URL(call?.url ?? '', system.url).searchParams)).toEqual({
      v: '1',
      nextNodeKey: '',
      opinions: 'ja & amen',
      accountName: 'bo',
      time: '2025-06-01 04:00:00',
    });
    expect(call?.headers.uuid).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('x-id-token is a signed token of the person, verifiable with the published key', async () => {
    const { system, sandbox } = await openPressable();
    await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    const [header = '', claims = '', signature = ''] = String(system.received[0]?.headers['x-id-token']).split('.');
    const { keys } = (await (await fetch(sandbox.jwksUrl)).json()) as { keys: { kid: string }[] };
    expect(keys).toEqual(sandbox.jwks().keys);
    const [jwk] = keys;
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as RawObject;
    expect(read(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: jwk?.kid });
    const iat = NOON / 1000;
    expect(read(claims)).toMatchObject({ iss: sandbox.authUrl, sub: 'bo', name: 'Bo Lindqvist', iat, exp: iat + 300 });
    const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const raw = Buffer.from(signature, 'base64url');
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
  });

  it('finds the button by its label, its url or the key in the address of a bridge, which wins over a label', async () => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox();
    const urls = ['ok', 'no'].map((key) => `${system.url}/bridge/tasks/t-1/${key}/k1.signature`);
    const actions = [approve(urls[0] ?? '', { name: 'no' }), approve(urls[1] ?? '', { name: 'Approve' })];
    await openTasks(sandbox, nextTask('t-1', { actions }));
    const named = ['Approve', 'no', 'ok', ...urls];
    for (const action of named) await sandbox.press('t-1', { action, account: 'bo' });
    for (const action of named) await sandbox.press('t-1', { action, account: 'bo', raw: true });
    const pressed = system.received.map(({ url }) => url?.split('/')[4]);
    const keys = ['no', 'no', 'ok', 'ok', 'no'];
    expect(pressed).toEqual([...keys, ...keys]);
    await expect(sandbox.press('t-1', { action: 'archive', account: 'bo' })).rejects.toMatchObject({
      code: 'ERR_BUTTON_UNKNOWN',
      message: 'The task t-1 has no button "archive" for bo. Name one by its key or its label: ok (no), no (Approve).',
    });
  });

  it('changes nothing in the center, and hands the refusal of the business system on', async () => {
    const system = await openBusinessSystem(409, { code: 2005, message: 'this task has been finished', data: null });
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { actions: [approve(system.url)] }));
    const before = sandbox.task('t-1');
    const result = await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    expect(result).toMatchObject({ status: 409, body: { code: 2005 } });
    expect(sandbox.task('t-1')).toEqual(before);
  });

  it.each([
    ['http://127.0.0.1:1/', 'post'],
    ['no address', 'post'],
    ['no address', 'get'],
  ])('says why when no answer comes: %s, %s', async (url, method) => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { actions: [approve(url, { method })] }));
    const result = await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    expect(result.status).toBeUndefined();
    expect(result.failure).toBeTruthy();
  });

  it('keeps the call decoded in the traffic, without the token of the person', async () => {
    const { system, sandbox } = await openPressable();
    await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
    const out = sandbox.traffic.filter((entry) => entry.direction === 'out');
    expect(out).toMatchObject([
      { call: 'button', method: 'POST', status: 200, body: { accountName: 'bo' }, answer: { code: 0 } },
    ]);
    expect(JSON.stringify(sandbox.traffic)).not.toContain(system.received[0]?.headers['x-id-token']);
  });
});

describe('Events, Button visibility by list: who may press', () => {
  it.each([
    ['chen', 'Approve', 'The task t-1 has no button "Approve" for chen.'],
    ['bo', 'Reject', 'The task t-1 has no button "Reject" for bo. Name one by its key or its label: http:'],
  ])('%s pressing %s is refused, and nothing is called', async (account, action, message) => {
    const { system, sandbox } = await openPressable();
    await expect(sandbox.press('t-1', { action, account })).rejects.toThrow(message);
    await expect(sandbox.press('t-9', { action, account })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    expect(system.received).toEqual([]);
  });

  it('a name that two buttons have is refused until the press says which', async () => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox();
    const actions = [approve(`${system.url}/a`), approve(`${system.url}/b`)];
    await openTasks(sandbox, nextTask('t-1', { actions }));
    await expect(sandbox.press('t-1', { action: 'Approve', account: 'bo' })).rejects.toMatchObject({
      code: 'ERR_BUTTON_UNKNOWN',
      details: { buttons: actions.map(({ url: key, name }) => ({ key, name })) },
    });
    await sandbox.press('t-1', { action: `${system.url}/b`, account: 'bo' });
    expect(system.received.map((call) => call.url)).toEqual(['/b']);
  });

  it('each list offers its own buttons: the initiator revokes, and after the handling its handler takes back', async () => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox();
    const revoke = approve(`${system.url}/revoke`, { name: 'Revoke', type: 'REVOKE' });
    const takeBack = { ...approve(`${system.url}/back`), name: 'Take back', type: 'HANDLEDR', optType: '0', times: 1 };
    await openTasks(sandbox, nextTask('t-1', { initiator: 'anna', actions: [approve(system.url), revoke] }));
    await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2')], previousActions: [takeBack] }));
    await expect(sandbox.press('t-1', { action: 'Approve', account: 'bo' })).rejects.toThrow('no button');
    await sandbox.press('t-1', { action: 'Take back', account: 'bo' });
    await sandbox.press('t-1', { action: 'Revoke', account: 'anna' });
    expect(system.received.map((call) => call.url)).toEqual(['/back', '/revoke']);
  });

  it('Limits, previousActions[].times: a button that was executed so often is offered no more', async () => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    const twice = { ...approve(system.url), name: 'Remind', type: 'HANDLEDR', times: 2 };
    const always = { ...twice, name: 'Look', times: null };
    await report(sandbox, reportItem('t-1', 'end', { previousActions: [twice, always] }));
    for (const action of ['Remind', 'Remind', 'Look', 'Look', 'Look']) {
      expect((await sandbox.press('t-1', { action, account: 'bo' })).status).toBe(200);
    }
    await expect(sandbox.press('t-1', { action: 'Remind', account: 'bo' })).rejects.toThrow(
      /no button "Remind" for bo\..* \(Look\)\.$/,
    );
  });
});

describe('Pressing what the center would never press, for tests of strangers', () => {
  it('repeats a press by its uuid, without counting it again, also when the task is handled', async () => {
    const { system, sandbox } = await openPressable();
    const { uuid } = await sandbox.press('t-1', { action: 'Approve', account: 'bo', opinions: 'fine' });
    await sandbox.press('t-1', { action: 'Approve', account: 'bo', uuid });
    expect(sandbox.task('t-1')?.buttons[0]?.executions).toBe(1);
    await report(sandbox, reportItem('t-1', 'end'));
    const repeated = await sandbox.press('t-1', { action: 'Approve', account: 'bo', uuid });
    expect(repeated).toMatchObject({ status: 200, uuid });
    expect(system.received.map(({ headers }) => headers.uuid)).toEqual([uuid, uuid, uuid]);
    expect(sandbox.task('t-1')?.buttons[0]?.executions).toBe(1);
    // Neither of somebody else, nor another button.
    await expect(sandbox.press('t-1', { action: 'Approve', account: 'chen', uuid })).rejects.toThrow('no button');
    await expect(sandbox.press('t-1', { action: 'Reject', account: 'bo', uuid })).rejects.toThrow('no button');
  });

  it('raw: anybody, any url, with given uuid, time, next node and headers', async () => {
    const { system, sandbox } = await openPressable();
    await sandbox.press('t-1', {
      action: 'Approve',
      account: 'mallory',
      raw: true,
      url: `${system.url}/t-1/changed`,
      uuid: 'u-1',
      time: 'yesterday',
      nextNodeKey: 'pay-out',
      headers: { 'x-id-token': 'forged', 'x-more': '1' },
    });
    const [call] = system.received;
    expect(call?.url).toBe('/t-1/changed');
    expect(call?.headers).toMatchObject({ uuid: 'u-1', 'x-id-token': 'forged', 'x-more': '1' });
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      accountName: 'mallory',
      time: 'yesterday',
      nextNodeKey: 'pay-out',
    });
  });

  it('raw: a task the center does not know, when a url is given', async () => {
    const { system, sandbox } = await openPressable();
    const press = { action: 'Approve', account: 'bo', raw: true };
    await sandbox.press('t-9', { ...press, url: `${system.url}/t-9`, method: 'put' });
    expect(system.received.map((call) => [call.method, call.url])).toEqual([['PUT', '/t-9']]);
    await expect(sandbox.press('t-9', press)).rejects.toThrow('no url to call');
  });
});
