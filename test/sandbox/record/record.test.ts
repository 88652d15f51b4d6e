/** The record of a sandbox: what the file keeps of its calls. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { askToken, callTaskHandle, fetchToken, openSandbox, TOKEN_FORM } from '../business-system.ts';
import { readCalls } from './read-calls.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
  path = join(folder, 'calls.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openRecording = (options: SandboxOptions = {}) => openSandbox({ record: path, ...options });

describe('the file', () => {
  it('has a line for every call that has ended, as the traffic has it', async () => {
    const sandbox = await openRecording();
    await fetchToken(sandbox);
    await fetchToken(sandbox);
    const calls = readCalls(path);
    expect(calls).toMatchObject(JSON.parse(JSON.stringify(sandbox.traffic)));
    expect(new Set(calls.map(({ run }) => run)).size).toBe(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('names tokens by their number, and says of a secret only whether it is right', async () => {
    const sandbox = await openRecording();
    const token = await fetchToken(sandbox);
    const json = { 'content-type': 'application/json' };
    await callTaskHandle(sandbox, '[]', { ...json, authorization: `Bearer ${token}` });
    await callTaskHandle(sandbox, '[]', { ...json, authorization: 'a-token-of-somebody' });
    sandbox.revokeTokens();
    await callTaskHandle(sandbox, '[]', { ...json, authorization: token });
    await askToken(sandbox, { ...TOKEN_FORM, client_secret: 'a-wrong-secret' });
    const { client_secret: _secret, ...without } = TOKEN_FORM;
    await askToken(sandbox, without);
    const calls = readCalls(path);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([
      ...[undefined, 'Bearer <token 1>', '<unknown token>', '<token 1, revoked>', undefined, undefined],
    ]);
    expect(calls.map(({ body }) => (body as Record<string, string>).client_secret)).toEqual([
      ...['<client secret>', undefined, undefined, undefined, '<wrong secret>', undefined],
    ]);
    const text = readFileSync(path, 'utf8');
    for (const secret of [token, 'approvals-secret', 'a-wrong-secret', 'a-token-of-somebody', 'x-id-token']) {
      expect(text).not.toContain(secret);
    }
  });

  it('with an incomplete line, as after a kill, continues on a new line with another run', async () => {
    const first = await openRecording();
    await fetchToken(first);
    await fetchToken(first);
    await first.close();
    writeFileSync(path, readFileSync(path).subarray(0, -9));
    const second = await openRecording();
    await fetchToken(second);
    const [one, cut = '', other] = readFileSync(path, 'utf8').split('\n');
    expect(() => JSON.parse(cut)).toThrow();
    expect(JSON.parse(other ?? '').run).not.toBe(JSON.parse(one ?? '').run);
  });

  it('is refused where it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openSandbox({ record: join(folder, 'file', 'calls.jsonl') })).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
    });
  });

  it.runIf(existsSync('/dev/full'))('prevents no answer on a full disk: one warning, and recording ends', async () => {
    const sandbox = await openRecording({ record: '/dev/full' });
    const warned = once(process, 'warning');
    await fetchToken(sandbox);
    await fetchToken(sandbox);
    expect(await warned).toMatchObject([{ code: 'SANDBOX_RECORD_ENDED', message: expect.stringContaining('ENOSPC') }]);
    expect(sandbox.traffic).toHaveLength(2);
  });
});

it('keeps the latest calls in memory where a limit is set, and all of them in the file', async () => {
  const sandbox = await openRecording({ trafficLimit: 2 });
  for (const _call of [1, 2, 3, 4]) await fetchToken(sandbox);
  expect(sandbox.traffic.map(({ seq }) => seq)).toEqual([3, 4]);
  expect(readCalls(path)).toHaveLength(4);
});
