import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveFaults, noteStrike, type Strike } from '../faults/create-faults.ts';
import type { Moments } from '../faults/moments.ts';
import { canStrikeRequest, type Delivery, nameItem, strikeAnswer } from '../faults/strike-answer.ts';
import { recordBody, recordHeaders, recordPart } from '../record/recorded-call.ts';
import type { SandboxApp } from '../setup/apps.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { HttpRequest, Route } from './http-route.ts';
import { originOf, toListenError } from './listen-error.ts';
import type { CallKind, Traffic } from './traffic.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  readonly origin: string;
  /** Closes all sockets at once and frees the port. */
  close(): Promise<void>;
}

/** What the handling of every incoming call needs. */
export interface ServerParts {
  readonly traffic: Traffic;
  readonly faults: LiveFaults;
  readonly moments: Moments;
  readonly tokens: AccessTokens;
  readonly apps: readonly SandboxApp[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** An incoming call; the body is undefined when it is larger than the sandbox reads. */
export interface IncomingCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string | undefined;
}

/** Answers requests for some paths, which are not endpoints of the center. */
export interface SideServer {
  isFor(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

// The spec names no limit; this one prevents a faulty client from filling the memory.
const MAX_BODY_BYTES = 32 * 1024 * 1024;

// Clients close idle connections after a few seconds. With the default of Node.js, five seconds, the server would
// sometimes close a connection on a busy machine just when a client sends its next call on it.
const KEEP_ALIVE_MS = 65_000;

/**
 * Serves the routes at a host; port 0 takes a free one. The whole body is read before its route runs, synchronously.
 * Requests for the control API and the inbox are not calls of the center: faults and traffic do not apply to them.
 */
export async function startHttpServer(
  { host, port }: Address,
  parts: ServerParts,
  routes: readonly Route[],
  beside: readonly SideServer[],
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const side = beside.find((server) => server.isFor(path));
    if (side !== undefined) {
      side.handle(request, response).catch(() => response.destroy());
      return;
    }
    receive(request)
      .then(async ({ bytes, body, brokeOff }) => {
        if (!brokeOff) await respond({ request, response, body }, routes, parts);
        else {
          // The client has gone; there is nobody to answer.
          response.destroy();
          noteBrokenOff(request, { bytes, body }, routes, parts);
        }
      })
      .catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
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

interface ReceivedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined when the body is larger than the sandbox reads. */
  readonly body: string | undefined;
}

interface ReceivedBody {
  readonly bytes: number;
  /** Undefined when the body is larger than the sandbox reads. */
  readonly body: string | undefined;
  /** The client disconnected before the body was complete. */
  readonly brokeOff: boolean;
}

async function receive(request: IncomingMessage): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let brokeOff = false;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    brokeOff = true;
  }
  return { bytes, body: bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8'), brokeOff };
}

/** Records a call that was broken off and had no effect. */
function noteBrokenOff(
  { method = '', url = '', headers }: IncomingMessage,
  { bytes, body = '' }: Omit<ReceivedBody, 'brokeOff'>,
  routes: readonly Route[],
  { traffic, tokens, apps }: ServerParts,
): void {
  const path = url.split('?')[0] ?? '';
  const call = routes.find((route) => route.path === path && route.method === method)?.call ?? 'other';
  const kept = { headers: recordHeaders(headers, tokens), ...recordPart(call, body, apps) };
  const entry = traffic.begin({ direction: 'in', call, method, path, ...kept });
  entry.failure = `the client disconnected in the middle of the body, after ${bytes} bytes`;
  traffic.end(entry);
}

async function respond(
  { request, response, body }: ReceivedCall,
  routes: readonly Route[],
  parts: ServerParts,
): Promise<void> {
  const { traffic, faults, moments, tokens, apps } = parts;
  const { method = '', url = '', headers } = request;
  const call: IncomingCall = { method, path: url.split('?')[0] ?? '', headers, body };
  const kind = routes.find((route) => isFor(route, call))?.call ?? 'other';
  const entry = traffic.begin({
    direction: 'in',
    call: kind,
    method,
    path: call.path,
    headers: recordHeaders(headers, tokens),
    ...recordBody(kind, { headers, body: body ?? '' }, apps),
  });
  const strike = body === undefined ? undefined : findStrike(faults, kind, { headers, body });
  noteStrike(entry, strike);
  if (strike?.fault === 'latency') await moments.until(() => false, strike.ms);
  const delivery = answerCall(routes, call, parts, strike);
  // A client that has disconnected gets no answer, whatever was done.
  const answer = delivery.kind === 'answer' && !request.socket.destroyed ? delivery.answer : undefined;
  traffic.end(entry, answer?.status, answer?.recordedBody ?? answer?.body);
  deliver(delivery, request, response);
}

function findStrike(faults: LiveFaults, kind: CallKind, request: HttpRequest): Strike | undefined {
  if (kind === 'other') return undefined;
  return nameItem(faults.strike(kind, canStrikeRequest(request)), request);
}

/** Executes a call and returns what its caller receives. */
function answerCall(
  routes: readonly Route[],
  call: IncomingCall,
  { tokens, now }: Pick<ServerParts, 'tokens' | 'now'>,
  strike: Strike | undefined,
): Delivery {
  const here = routes.filter((route) => route.path === call.path);
  const route = here.find((candidate) => isFor(candidate, call));
  if (here.length === 0) return refusal(404, `there is no ${call.path} here; there is ${listPaths(routes)}`);
  if (route === undefined) return refusal(405, `${call.path} takes ${here.map((known) => known.method).join(', ')}`);
  if (call.body === undefined) return refusal(413, `the body is larger than ${MAX_BODY_BYTES} bytes`);
  const request = { headers: call.headers, body: call.body };
  if (strike === undefined) return { kind: 'answer', answer: route.answer(request) };
  return strikeAnswer(strike, request, { tokens, now, work: (changed) => route.answer(changed) });
}

function listPaths(routes: readonly Route[]): string {
  return [...new Set(routes.map(({ path }) => path))].join(', ');
}

function isFor(route: Route, { method, path }: IncomingCall): boolean {
  return route.path === path && route.method === method;
}

function refusal(code: number, message: string): Delivery {
  return { kind: 'answer', answer: { status: code, body: { code, message, data: null } } };
}

function deliver(delivery: Delivery, request: IncomingMessage, response: ServerResponse): void {
  if (delivery.kind === 'silence') return;
  if (delivery.kind === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  const { answer, retryAfterSeconds } = delivery;
  const text = answer.isText ? String(answer.body) : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    'content-type': answer.isText ? 'text/html;charset=utf-8' : 'application/json;charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(delivery.kind === 'cut' ? { 'content-length': String(Buffer.byteLength(text)) } : {}),
  });
  if (delivery.kind === 'answer') response.end(text);
  else response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
}
