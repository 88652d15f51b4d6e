/** Calls whose caller goes away in the middle: what stands of them in the traffic and in the record, and what is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { askToken, fetchToken, nextTask, openSandbox, reportItem, TOKEN_FORM } from '../business-system.ts';
import { readCalls } from '../record/read-calls.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broken-'));
  path = join(folder, 'calls.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TASK_HANDLE = '/center/apis/ttc/v1/transaction/poa/taskHandle';
const MESSAGE_SEND = '/center/apis/messagecenter/v1/poaMessage/messageSend';
const TOKEN = '/auth/oauth2/token';
const ITEM = JSON.stringify([reportItem('i-1.start', 'next', { next: [nextTask('t-1')] })]);

interface BrokenCall {
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly part: string;
  /** How the body is announced. */
  readonly length: 'content-length' | 'chunked';
}

/** Writes a part of a body to a socket, and breaks it off. */
async function breakOff({ baseUrl }: Sandbox, { to, headers, part, length }: BrokenCall): Promise<void> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const announced = length === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': '10000' };
  const lines = Object.entries({ host, ...announced, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const body = length === 'chunked' && part !== '' ? `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n` : part;
  await new Promise<void>((resolve) => {
    socket.write(`POST ${to} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => resolve());
  });
  socket.end();
  await new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

it.each([
  ['taskHandle', TASK_HANDLE, ITEM.slice(0, 40), 'content-length'],
  ['taskHandle', TASK_HANDLE, ITEM, 'content-length'],
  ['taskHandle', TASK_HANDLE, ITEM, 'chunked'],
  ['taskHandle', TASK_HANDLE, '', 'content-length'],
  ['messageSend', MESSAGE_SEND, '{"appId":"appro', 'chunked'],
] as const)('a call of %s stands there with what came of it: %s %j, %s', async (call, to, part, length) => {
  const sandbox = await openSandbox({ record: path });
  const headers = { ...JSON_TYPE, authorization: await fetchToken(sandbox) };
  await breakOff(sandbox, { to, headers, part, length });
  await vi.waitFor(() => expect(sandbox.traffic).toHaveLength(2));

  const bytes = Buffer.byteLength(part);
  const expected = {
    ...{ seq: 2, ended: 2, direction: 'in', call, method: 'POST', path: to },
    ...(part === '' ? {} : { body: part, bodyForm: 'text' }),
    failure: `the client disconnected in the middle of the body, after ${bytes} bytes`,
  };
  expect(sandbox.traffic[1]).toMatchObject({ ...expected, status: undefined, answer: undefined });
  expect(sandbox.traffic[1]?.headers.authorization).toBe('<token 1>');
  expect(readCalls(path)[1]).toMatchObject(expected);
  expect(readCalls(path)[1]).not.toHaveProperty('status');
  // Nothing was done, even where all of the body had come.
  expect([sandbox.transactions(), sandbox.sentMessages()]).toEqual([[], []]);
});

it('no fault is used up by it', async () => {
  const sandbox = await openSandbox();
  sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['taskHandle'], next: 1 }] });
  await breakOff(sandbox, { to: TASK_HANDLE, headers: JSON_TYPE, part: '[', length: 'content-length' });
  await vi.waitFor(() => expect(sandbox.traffic).toHaveLength(1));
  expect(sandbox.faults.active).toMatchObject([{ struck: 0, left: 1 }]);
});

it('of a token call no part is kept, since a part of a secret is one', async () => {
  const sandbox = await openSandbox({ record: path });
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
  const part = 'grant_type=client_credentials&client_id=approvals-client&client_secret=approvals-secr';
  await breakOff(sandbox, { to: TOKEN, headers, part, length: 'content-length' });
  await vi.waitFor(() => expect(sandbox.traffic).toHaveLength(1));
  const [entry] = readCalls(path);
  expect(entry).toMatchObject({ call: 'token', failure: expect.stringMatching(/after 85 bytes$/) });
  expect(entry).not.toHaveProperty('body');
});

it.each([
  ['a form that went to a wrong address', '/auth/oauth/token', new URLSearchParams(TOKEN_FORM).toString(), 'form'],
  ['a form that went to task handling', TASK_HANDLE, new URLSearchParams(TOKEN_FORM).toString(), 'form'],
  ['a text with a secret in it', TASK_HANDLE, '{"client_secret":"approvals-secret"', 'text'],
] as const)('a secret is in no record: %s', async (_what, to, body, form) => {
  const sandbox = await openSandbox({ record: path });
  const type = form === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  await fetch(new URL(to, sandbox.baseUrl), { method: 'POST', headers: { 'content-type': type }, body });
  const [entry] = readCalls(path);
  expect(entry).toMatchObject({ bodyForm: form });
  expect(JSON.stringify(entry)).not.toContain('approvals-secret');
});

it('nor is one in the place of another field, or in a token call that is not a form', async () => {
  const sandbox = await openSandbox({ record: path });
  await askToken(sandbox, { ...TOKEN_FORM, client_id: 'approvals-secret', client_secret: 'approvals-client' });
  const url = `${sandbox.authUrl}/oauth2/token`;
  await fetch(url, { method: 'POST', body: '{"client_secret":"approvals-secret"' });
  const calls = readCalls(path);
  expect(calls.map(({ status }) => status)).toEqual([401, 415]);
  expect(JSON.stringify(calls)).not.toContain('approvals-secret');
});
