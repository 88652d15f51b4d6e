/** Calls the control API of a sandbox over a socket, as curl or a page does. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { expect } from 'vitest';
import type { ControlErrorAnswer } from '../../../src/sandbox/control/control-error.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';

export type ControlAddress = Pick<Sandbox, 'controlUrl'>;

export interface ControlReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ControlCall {
  readonly method?: string;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  /** Beside, or instead of, host and content-type. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Any call, answered in whatever way. */
export function callControl(
  { controlUrl }: ControlAddress,
  path: string,
  { method = 'GET', body, headers = {} }: ControlCall = {},
): Promise<ControlReply> {
  const url = new URL(`${controlUrl}${path}`);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { ...json, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) as unknown });
      });
    });
    call.on('error', reject);
    call.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** A call that is taken; what it answers, as whoever asks knows it to be. */
export async function ask<Answer>(address: ControlAddress, path: string, call: ControlCall = {}): Promise<Answer> {
  const { status, body } = await callControl(address, path, call);
  expect([status, body]).toEqual([200, body]);
  return body as Answer;
}

export function send<Answer>(address: ControlAddress, path: string, body: unknown, method = 'POST'): Promise<Answer> {
  return ask(address, path, { method, body });
}

/** A call that is refused: HTTP status, code, and what is said. */
export async function refusal(
  address: ControlAddress,
  path: string,
  call: ControlCall = {},
): Promise<{ status: number } & ControlErrorAnswer['error']> {
  const { status, body } = await callControl(address, path, call);
  return { status, ...(body as ControlErrorAnswer).error };
}
