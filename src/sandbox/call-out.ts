import { type Agent, request } from 'undici';
import type { Switches } from './setup/switches.ts';
import { type CallKind, publicHeaders, type Traffic } from './traffic.ts';

/** One call of a business system. */
export interface OutgoingCall {
  readonly call: CallKind;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent, as JSON; undefined sends no body. */
  readonly body: unknown;
  /** The same, decrypted, for the traffic. */
  readonly recordedBody: unknown;
}

/** What came of it. The spec leaves failed callbacks open: they end without an answer and are not repeated. */
export interface CallOutcome {
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** The answer, read as JSON where it is JSON. */
  readonly body: unknown;
  /** Why no answer came. */
  readonly failure?: string;
}

export interface Line {
  readonly traffic: Traffic;
  readonly agent: Agent;
  readonly timeoutMs: number;
}

export async function callOut({ traffic, agent, timeoutMs }: Line, call: OutgoingCall): Promise<CallOutcome> {
  const { method, url, headers } = call;
  const entry = traffic.begin({
    direction: 'out',
    call: call.call,
    method,
    path: url,
    headers: publicHeaders(headers),
    body: call.recordedBody,
  });
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    entry.answer = readAnswer(await response.body.text());
    entry.status = response.statusCode;
    return { status: entry.status, body: entry.answer };
  } catch (error) {
    return { status: undefined, body: undefined, failure: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Whether a business system took a call: HTTP 2xx and, where the answer has a code as the center's own answers do,
 * code 0.
 */
export function isSuccess({ status, body }: CallOutcome): boolean {
  if (status === undefined || status < 200 || status >= 300) return false;
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return code === undefined || code === 0;
}

/** Whether a business system took a press, which the spec shows no answer of. */
export function tookPress(outcome: CallOutcome, { buttonAnswer }: Switches): boolean {
  const { status, body } = outcome;
  switch (buttonAnswer) {
    case 'any-2xx':
      return status !== undefined && status >= 200 && status < 300;
    case 'code-0':
      return isSuccess(outcome) && typeof body === 'object' && body !== null && 'code' in body;
    case 'code-0-if-any':
      return isSuccess(outcome);
  }
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
