import { createActionUrl } from '../../src/callback/addresses.ts';
import { type CallbackHandlerOptions, createCallbackHandler } from '../../src/callback/callback-handler.ts';
import type { ReceivedPress } from '../../src/callback/read-press.ts';
import type { Verdict } from '../../src/index.ts';
import { Secret } from '../../src/secret.ts';
import { createCipher } from '../support/inner/callback.ts';
import { EN } from '../support/inner/texts.ts';
import { serveFetch } from '../support/serve-fetch.ts';

export const APP_ID = 'leave-app';
export const TASK_ID = '0b7c2f7e-3a31-4b52-9d3c-0d6d3a3f6a11.1';
export const SIGNING_KEYS = [
  { id: 'k2', secret: new Secret('the signing secret that is in use now') },
  { id: 'k1', secret: new Secret('the signing secret of the year before') },
];
export const PARAMETERS = {
  nextNodeKey: 'director',
  opinions: 'fine with me',
  accountName: 'zhang.san',
  time: '2024-05-06 07:08:09',
};

export const actionUrl = createActionUrl({
  publicUrl: 'https://host.example/bridge',
  appId: APP_ID,
  signingKeys: SIGNING_KEYS,
});
export const BUTTON_URL = actionUrl(TASK_ID, 'approve');

export interface LogLine {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export interface Desk {
  readonly handle: (request: Request) => Promise<Response>;
  /** What reached the bridge, in order. */
  readonly presses: ReceivedPress[];
  readonly log: LogLine[];
}

/** A callback handler in front of a bridge that writes down every press and gives the verdict it is told to. */
export function createDesk(changes: Partial<CallbackHandlerOptions> = {}, decide?: () => Promise<Verdict>): Desk {
  const presses: ReceivedPress[] = [];
  const log: LogLine[] = [];
  const handle = createCallbackHandler({
    appId: APP_ID,
    signingKeys: SIGNING_KEYS,
    cipher: createCipher({ kind: 'none' }),
    idToken: 'trust-center',
    maxBodyBytes: 65_536,
    timeZone: 'Asia/Shanghai',
    texts: EN,
    log: (event, fields) => void log.push({ event, fields }),
    port: {
      press: (command) => {
        presses.push(command);
        return decide?.() ?? Promise.resolve({ kind: 'applied', message: 'done' });
      },
    },
    ...changes,
  });
  return { handle, presses, log };
}

export interface PressInit {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
}

/** The request the center makes when the button is pressed; a header given as '' is left out. */
export function pressRequest(init: PressInit = {}): Request {
  const { url = BUTTON_URL, method = 'POST', body = JSON.stringify(PARAMETERS) } = init;
  const all = { 'content-type': 'application/json', uuid: 'u-1', 'x-id-token': 'token-of-zhang', ...init.headers };
  const headers = new Headers(Object.entries(all).filter(([, value]) => value !== ''));
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  // From bytes, so that no content type is made up when the test leaves it out.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return new Request(url, { method, headers, body: bytes, duplex: 'half' });
}

/** Answers a press as {@link pressRequest} describes it, over real HTTP. */
export async function pressOverHttp(handle: Desk['handle'], init: PressInit = {}): Promise<Response> {
  const request = pressRequest(init);
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const server = await serveFetch(handle);
  try {
    const response = await fetch(`${server.origin}${pathname}${search}`, { method, headers, ...(body && { body }) });
    // Read to its end before the server goes.
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  } finally {
    await server.close();
  }
}
