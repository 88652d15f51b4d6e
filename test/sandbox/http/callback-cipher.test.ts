import { createDecipheriv, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealParameters } from '../../../src/sandbox/http/seal-parameters.ts';
import type { CallbackCipher } from '../../../src/sandbox/setup/callback-cipher.ts';
import { nextTask, openBusinessSystem, openSandbox, openTasks } from '../business-system.ts';

const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const key128 = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex');

async function pressThrough(callbackCipher: CallbackCipher): Promise<string> {
  const system = await openBusinessSystem();
  const sandbox = await openSandbox({ callbackCipher, clock: () => Date.UTC(2025, 5, 1, 4) });
  const action = { name: 'OK', type: 'HANDLE', url: system.url, optType: 0, method: 'post' };
  await openTasks(sandbox, nextTask('t-1', { actions: [action] }));
  await sandbox.press('t-1', { action: 'OK', account: 'bo', opinions: '同意' });
  expect(system.received[0]?.headers['content-type']).toBe('application/json;charset=utf-8');
  expect(sandbox.traffic.at(-1)?.body).toMatchObject({ opinions: '同意' });
  return system.received[0]?.body ?? '';
}

function readData(body: string): Buffer {
  const envelope = JSON.parse(body) as { data: string };
  expect(Object.keys(envelope)).toEqual(['data']);
  return Buffer.from(envelope.data, 'base64');
}

const pressed = { nextNodeKey: '', opinions: '同意', accountName: 'bo', time: '2025-06-01 12:00:00' };

describe('Events, Button callback, Body protection', () => {
  it.each([16, 24, 32])('aes-cbc with a key of %i bytes and a fixed iv', async (bytes) => {
    const key = Buffer.alloc(bytes, 'k');
    const cipher = { kind: 'aes-cbc', key: key.toString('base64'), iv: iv.toString('base64') } as const;
    const aes = createDecipheriv(`aes-${bytes * 8}-cbc`, key, iv);
    const plain = Buffer.concat([aes.update(readData(await pressThrough(cipher))), aes.final()]).toString('utf8');
    expect(JSON.parse(plain)).toEqual(pressed);
  });

  it('aes-cbc with a random iv in front', async () => {
    const cipher = { kind: 'aes-cbc', key: key128.toString('base64'), ivPrefixed: true } as const;
    const [first, second] = [readData(await pressThrough(cipher)), readData(await pressThrough(cipher))];
    expect(first.subarray(0, 16).equals(second.subarray(0, 16))).toBe(false);
    const aes = createDecipheriv('aes-128-cbc', key128, first.subarray(0, 16));
    expect(JSON.parse(Buffer.concat([aes.update(first.subarray(16)), aes.final()]).toString('utf8'))).toEqual(pressed);
  });

  it('a GET carries the cipher text in its query, and nothing in the clear', async () => {
    const system = await openBusinessSystem();
    const callbackCipher = { kind: 'aes-cbc', key: key128.toString('base64'), iv: iv.toString('base64') } as const;
    const sandbox = await openSandbox({ callbackCipher, clock: () => Date.UTC(2025, 5, 1, 4) });
    const action = { name: 'OK', type: 'HANDLE', url: system.url, optType: 0, method: 'get' };
    await openTasks(sandbox, nextTask('t-1', { actions: [action] }));
    await sandbox.press('t-1', { action: 'OK', account: 'bo', opinions: '同意' });
    const query = new URL(system.received[0]?.url ?? '', 'http://system.test').searchParams;
    expect([...query.keys()]).toEqual(['data']);
    const aes = createDecipheriv('aes-128-cbc', key128, iv);
    const plain = Buffer.concat([aes.update(Buffer.from(query.get('data') ?? '', 'base64')), aes.final()]);
    expect(JSON.parse(plain.toString('utf8'))).toEqual(pressed);
  });

  it.each(['none', { kind: 'none' }] as const)('%j sends the parameters as they are', async (cipher) => {
    expect(JSON.parse(await pressThrough(cipher))).toEqual(pressed);
  });

  it('gives what openssl gives: printf \'{"accountName":"bo"}\' | openssl enc -aes-128-cbc -K 2b7e… -iv 0001… -base64', () => {
    const encrypt = createSealParameters({
      kind: 'aes-cbc',
      key: key128.toString('base64'),
      iv: iv.toString('base64'),
    });
    expect(encrypt({ accountName: 'bo' }).query).toEqual({ data: 'koXEo9XWOM4g0xR+U4yalA3A0lO6uLVItkrQDR6HrxE=' });
  });

  it.each([16, 24, 32])(
    'aes-gcm with a key of %i bytes: iv, cipher text, tag, and another iv each time',
    async (bytes) => {
      const key = Buffer.alloc(bytes, 'k');
      const cipher = { kind: 'aes-gcm', key: key.toString('base64') } as const;
      const [first, second] = [readData(await pressThrough(cipher)), readData(await pressThrough(cipher))];
      expect(first.subarray(0, 12).equals(second.subarray(0, 12))).toBe(false);
      const read = await webcrypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
      const algorithm = { name: 'AES-GCM', iv: first.subarray(0, 12), tagLength: 128 };
      const plain = Buffer.from(await webcrypto.subtle.decrypt(algorithm, read, first.subarray(12)));
      expect(JSON.parse(plain.toString('utf8'))).toEqual(pressed);
    },
  );

  it.each<[string, CallbackCipher, string]>([
    [
      'aes-128-ecb -K 2b7e… -base64',
      { kind: 'aes-ecb', key: key128.toString('base64') },
      'IjcH0NNUAv+4t9Cziqp8xHq0DP1lRY930Q2loPyBy6I=',
    ],
    [
      'sm4-cbc -K 2b7e… -iv 0001… -base64',
      { kind: 'sm4-cbc', key: key128.toString('base64'), iv: iv.toString('base64') },
      'FETBk0Yj6+abrTFpYT8n/bW3iL2gIyizimHq4A5mrJg=',
    ],
  ])('gives what openssl gives: printf \'{"accountName":"bo"}\' | openssl enc -%s', (_command, cipher, data) => {
    expect(createSealParameters(cipher)({ accountName: 'bo' }).query).toEqual({ data });
  });

  it('key, iv and data may be hex, and the data may be in a field of another name', async () => {
    const spelled = { keyEncoding: 'hex', ivEncoding: 'hex', dataEncoding: 'hex', body: { field: 'sealed' } } as const;
    const cipher = { kind: 'aes-cbc', key: key128.toString('hex'), iv: iv.toString('hex'), ...spelled } as const;
    const { sealed, ...others } = JSON.parse(await pressThrough(cipher)) as { sealed: string };
    expect(others).toEqual({});
    const aes = createDecipheriv('aes-128-cbc', key128, iv);
    const plain = Buffer.concat([aes.update(Buffer.from(sealed, 'hex')), aes.final()]).toString('utf8');
    expect(JSON.parse(plain)).toEqual(pressed);
  });

  it('the data may be the whole body, which is then not JSON', async () => {
    const system = await openBusinessSystem();
    const keyed = {
      kind: 'aes-cbc',
      key: key128.toString('hex'),
      keyEncoding: 'hex',
      iv: iv.toString('base64'),
    } as const;
    const callbackCipher = { ...keyed, body: 'raw' } as const;
    const sandbox = await openSandbox({ callbackCipher, clock: () => Date.UTC(2025, 5, 1, 4) });
    const action = { name: 'OK', type: 'HANDLE', url: system.url, optType: 0, method: 'post' };
    await openTasks(sandbox, nextTask('t-1', { actions: [action] }));
    await sandbox.press('t-1', { action: 'OK', account: 'bo', opinions: '同意' });
    expect(system.received[0]?.headers['content-type']).toBe('text/plain;charset=utf-8');
    const aes = createDecipheriv('aes-128-cbc', key128, iv);
    const data = Buffer.from(system.received[0]?.body ?? '', 'base64');
    expect(JSON.parse(Buffer.concat([aes.update(data), aes.final()]).toString('utf8'))).toEqual(pressed);
  });

  it('a function of the host says what the body is, and what headers go with it', async () => {
    const system = await openBusinessSystem();
    const callbackCipher = (text: string) => ({ text: `<${text}>`, headers: { 'x-iv': '7' } });
    const sandbox = await openSandbox({ callbackCipher, clock: () => Date.UTC(2025, 5, 1, 4) });
    const action = { name: 'OK', type: 'HANDLE', url: system.url, optType: 0, method: 'post' };
    await openTasks(sandbox, nextTask('t-1', { actions: [action] }));
    await sandbox.press('t-1', { action: 'OK', account: 'bo', opinions: '同意' });
    expect(system.received[0]?.headers['x-iv']).toBe('7');
    expect(system.received[0]?.body).toBe(`<${JSON.stringify(pressed)}>`);
  });

  it.each<[string, CallbackCipher]>([
    ['a long key for SM4', { kind: 'sm4-cbc', key: Buffer.alloc(32, 'k').toString('base64'), ivPrefixed: true }],
    ['a key of another length', { kind: 'aes-cbc', key: 'c2hvcnQ=', iv: iv.toString('base64') }],
    ['no iv', { kind: 'aes-cbc', key: key128.toString('base64') }],
    ['a short iv', { kind: 'aes-cbc', key: key128.toString('base64'), iv: 'c2hvcnQ=' }],
    [
      'a fixed and a prefixed iv',
      { kind: 'aes-cbc', key: key128.toString('base64'), iv: iv.toString('base64'), ivPrefixed: true },
    ],
  ])('refuses to start with %s', async (_name, callbackCipher) => {
    await expect(openSandbox({ callbackCipher })).rejects.toMatchObject({ code: 'ERR_CONFIG_INVALID' });
  });
});
