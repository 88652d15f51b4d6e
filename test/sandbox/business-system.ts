/** A business system for tests: it calls the sandbox over HTTP and answers its button callbacks, with raw JSON. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

export type RawObject = Record<string, unknown>;

export interface ErrorEntry {
  readonly code: number;
  readonly taskId: string;
  readonly message: string;
}

/** A sandbox that the end of the test closes. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Where a sandbox is, in this process or in another. */
export type SandboxAddress = Pick<Sandbox, 'baseUrl' | 'authUrl'>;

export const TOKEN_FORM = {
  grant_type: 'client_credentials',
  client_id: 'approvals-client',
  client_secret: 'approvals-secret',
  scope: 'ttc:v1:writeTransaction,ttc:v1:writeTtc',
};

export async function askToken(
  sandbox: SandboxAddress,
  form: Record<string, string>,
  contentType?: string,
): Promise<Response> {
  return fetch(`${sandbox.authUrl}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': contentType ?? 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams(form).toString(),
  });
}

export async function fetchToken(sandbox: SandboxAddress, scope = TOKEN_FORM.scope): Promise<string> {
  const response = await askToken(sandbox, { ...TOKEN_FORM, scope });
  expect(response.status).toBe(200);
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

export async function callTaskHandle(
  sandbox: SandboxAddress,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; answer: RawObject }> {
  const url = `${sandbox.baseUrl}/apis/ttc/v1/transaction/poa/taskHandle`;
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, answer: (await response.json()) as RawObject };
}

/** Sends a batch with a fresh token and returns the errorIds of the answer. */
export async function report(sandbox: SandboxAddress, ...items: unknown[]): Promise<readonly ErrorEntry[]> {
  const headers = { authorization: await fetchToken(sandbox), 'content-type': 'application/json' };
  const { status, answer } = await callTaskHandle(sandbox, JSON.stringify(items), headers);
  expect([status, answer.code]).toEqual([200, 0]);
  return (answer.data as { errorIds: readonly ErrorEntry[] }).errorIds;
}

export function nextTask(taskId: string, more: RawObject = {}): RawObject {
  return { taskId, handlers: 'bo', nodeId: 'manager', nodeName: 'Manager', transTypeCode: 'leave', ...more };
}

export function reportItem(previousTaskId: string, status: string, more: RawObject = {}): RawObject {
  return { appId: 'approvals', handler: 'bo', status, previousTaskId, ...more };
}

/** Creates tasks the way a transaction begins: behind a previous task that the center does not know. */
export async function openTasks(sandbox: SandboxAddress, ...next: RawObject[]): Promise<void> {
  const errors = await report(sandbox, reportItem('i-1.start', 'next', { handler: 'anna', next }));
  expect(errors).toEqual([{ code: 2004, taskId: 'i-1.start', message: 'this task is not exist' }]);
}

export interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers every callback with the given status and JSON, and keeps what it received. */
export async function openBusinessSystem(
  status = 200,
  answer: unknown = { code: 0, message: 'ok', data: null },
): Promise<{ url: string; received: ReceivedCall[] }> {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
