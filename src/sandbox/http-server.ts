import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { originOf, toListenError } from './listen-error.ts';
import { type CallKind, publicHeaders, type Traffic } from './traffic.ts';

export interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a route answers, and what of the call may be kept in the traffic. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The decoded request without secrets; absent where it could not be read. */
  readonly recordedRequest?: unknown;
  /** Stands in for `body` in the traffic where that holds a secret. */
  readonly recordedBody?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call: CallKind;
  answer(request: HttpRequest): HttpAnswer;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  readonly origin: string;
  /** Ends every socket at once and frees the port. */
  close(): Promise<void>;
}

// The spec names no size; this one only keeps a mistaken caller from filling the memory.
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Serves the routes at a host; port 0 takes a free one. A whole body is read before its route runs, in one turn. */
export async function startHttpServer(
  { host, port }: Address,
  traffic: Traffic,
  routes: readonly Route[],
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    receive(request).then(
      (body) => respond(request, response, body, routes, traffic),
      // The caller went away in the middle of its body: nobody is left to be answered.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    origin: originOf(host, (server.address() as AddressInfo).port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body, or undefined when it is larger than the sandbox reads. */
async function receive(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
  routes: readonly Route[],
  traffic: Traffic,
): void {
  const method = request.method ?? '';
  const path = (request.url ?? '').split('?')[0] ?? '';
  const here = routes.filter((route) => route.path === path);
  const route = here.find((candidate) => candidate.method === method);
  const answer = answerWith(route, here, { method, path, headers: request.headers, body });
  const entry = traffic.begin({
    direction: 'in',
    call: route?.call ?? 'other',
    method,
    path,
    headers: publicHeaders(request.headers),
    body: answer.recordedRequest,
  });
  entry.status = answer.status;
  entry.answer = answer.recordedBody ?? answer.body;
  response.writeHead(answer.status, { 'content-type': 'application/json;charset=utf-8' });
  response.end(JSON.stringify(answer.body));
}

function answerWith(
  route: Route | undefined,
  here: readonly Route[],
  call: { method: string; path: string; headers: IncomingHttpHeaders; body: string | undefined },
): HttpAnswer {
  if (here.length === 0) return refusal(404, `there is no ${call.path} here`);
  if (route === undefined) return refusal(405, `${call.path} takes ${here.map((known) => known.method).join(', ')}`);
  if (call.body === undefined) return refusal(413, `the body is larger than ${MAX_BODY_BYTES} bytes`);
  return route.answer({ headers: call.headers, body: call.body });
}

function refusal(code: number, message: string): HttpAnswer {
  return { status: code, body: { code, message, data: null } };
}
