import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';

/** A call on its way through the proxy. */
export interface ProxiedCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Has the work done behind the proxy, with these changes to the call. */
  forward(changes?: Partial<Omit<ProxiedCall, 'forward'>>): Promise<ProxiedAnswer>;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What becomes of a call: an answer, or `cut`, and the caller's connection breaks without one. */
export type Meddling = (call: ProxiedCall) => Promise<ProxiedAnswer | 'cut'>;

export interface FlakyProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, the same for as long as the proxy lives. */
  readonly origin: string;
  /** Where calls go; undefined: nowhere, so that they are cut. */
  target: string | undefined;
  /** Let through unless told otherwise: hold a call by awaiting, before or after the work is done. */
  meddle: Meddling;
}

const letThrough: Meddling = (call) => call.forward();

/** Stands between two HTTP peers and can hold or cut a call before or after its work is done. */
export async function startFlakyProxy(target?: string): Promise<FlakyProxy> {
  const agent = new Agent();
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const forward = (changes: Partial<Omit<ProxiedCall, 'forward'>> = {}) =>
        callTarget(agent, proxy.target, { method, path, headers, body, ...changes });
      proxy.meddle({ method, path, headers, body, forward }).then(
        (answer) => {
          if (answer === 'cut') outgoing.destroy();
          else outgoing.writeHead(answer.status, withoutHops(answer.headers)).end(answer.body);
        },
        () => outgoing.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FlakyProxy = {
    origin: `http://127.0.0.1:${port}`,
    target,
    meddle: letThrough,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), agent.destroy()]);
    },
  };
  return proxy;
}

async function callTarget(
  dispatcher: Agent,
  target: string | undefined,
  { method, path, headers, body }: Omit<ProxiedCall, 'forward'>,
): Promise<ProxiedAnswer> {
  if (target === undefined) throw new Error('there is nobody behind the proxy');
  const response = await request(`${target}${path}`, {
    dispatcher,
    method: method as 'GET' | 'POST' | 'PUT',
    headers: withoutHops(headers),
    body: method === 'GET' ? null : body,
  });
  return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
}

/** Headers that speak of one connection, or of a body that is sent anew. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'];

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name)));
}
