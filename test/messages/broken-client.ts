/** The real client before a real sandbox, with one rule broken in between: on every call that is on its way. */
import type { IncomingHttpHeaders } from 'node:http';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient } from '../../src/center/port.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { startFlakyProxy } from '../support/flaky-proxy.ts';

type RawObject = Record<string, unknown>;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a broken client does otherwise; what it leaves alone it gives back as it is. */
export type Break = (call: Call) => Call;

export interface Setting {
  readonly client: CenterClient;
  readonly sandbox: Sandbox;
  /** Moves the clock of both. */
  advance(ms: number): void;
}

export interface Observed {
  /** All that the story saw: what was answered, and what people see. */
  readonly picture: unknown;
  /** Every word of the sandbox about what was wrong with a call. */
  readonly complaints: readonly string[];
  /** How many calls were other ones than the client made. */
  readonly brokenCalls: number;
}

const START = Date.parse('2025-06-01T09:00:00+08:00');

/** Lets the story happen with a client that is broken like this. */
export async function observe(
  options: SandboxOptions,
  tell: (setting: Setting) => Promise<unknown>,
  breakCall: Break = (call) => call,
): Promise<Observed> {
  let now = START;
  let brokenCalls = 0;
  const clock = () => now;
  const sandbox = await createSandbox({ clock, ...options });
  await using proxy = await startFlakyProxy(new URL(sandbox.baseUrl).origin);
  proxy.meddle = ({ forward, ...call }) => {
    const broken = breakCall(call);
    if (JSON.stringify(broken) !== JSON.stringify(call)) brokenCalls += 1;
    return forward(broken);
  };
  const client = createCenterClient({
    baseUrl: `${proxy.origin}/center`,
    authUrl: `${proxy.origin}/auth`,
    ...{ clientId: 'approvals-client', clientSecret: 'approvals-secret', timeoutMs: 10_000, clock },
  });
  try {
    const picture = await tell({ client, sandbox, advance: (ms) => (now += ms) });
    return { picture, complaints: sandbox.traffic.flatMap(({ answer }) => complaintsIn(answer)), brokenCalls };
  } finally {
    await client.close();
    await sandbox.close();
  }
}

/** Whatever an answer says that is no success: of the whole call, of an item, of a recipient. */
function complaintsIn(answer: unknown): string[] {
  const { code, message, data, error_description } = answer as RawObject;
  const { errorIds, errorList } = (data ?? {}) as RawObject;
  const entries = [...((errorIds ?? []) as RawObject[]), ...((errorList ?? []) as RawObject[])];
  return [
    ...(code !== 0 && message !== undefined ? [`${code} ${message}`] : []),
    ...(error_description === undefined ? [] : [`${error_description}`]),
    ...entries.map((entry) => `${entry.code ?? entry.receiverKey} ${entry.message ?? entry.exceptionMessage}`),
  ];
}

/** Breaks the calls of one endpoint. */
export function at(endpoint: 'messageSend' | 'taskHandle' | 'token', breakCall: Break): Break {
  return (call) => (call.path.endsWith(`/${endpoint}`) ? breakCall(call) : call);
}

/** Breaks the JSON of the calls of one endpoint. */
export function inBody(endpoint: 'messageSend' | 'taskHandle', change: (body: never) => unknown): Break {
  return at(endpoint, (call) => ({ ...call, body: JSON.stringify(change(JSON.parse(call.body) as never)) }));
}

/** Breaks the form of the token request. */
export function inForm(change: (form: URLSearchParams) => void): Break {
  return at('token', (call) => {
    const form = new URLSearchParams(call.body);
    change(form);
    return { ...call, body: form.toString() };
  });
}

/** Sets headers of the calls of one endpoint; undefined takes one away. */
export function inHeaders(
  endpoint: 'messageSend' | 'taskHandle' | 'token',
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
): Break {
  return at(endpoint, (call) => {
    const headers = Object.entries({ ...call.headers, ...change(call.headers) });
    return { ...call, headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)) };
  });
}
