/** The control API over HTTP: everything that people see and do in the center, for the inbox and for scripts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { InputError } from '../../errors.ts';
import { readContentType } from '../http/content-type.ts';
import { parseJson } from '../http/read-json-body.ts';
import { CONTROL_ERRORS, ControlError, type ControlErrorAnswer } from './control-error.ts';
import { type ControlRoute, matchPath } from './control-route.ts';
import { refuseForeignPage } from './refuse-foreign-page.ts';

/** Relative to the origin of the sandbox. */
export const CONTROL_PATH = '/sandbox';

/** The stream of server-sent events. */
const EVENTS_PATH = `${CONTROL_PATH}/events`;

// Large enough for a plan of faults or a long opinion; all other bodies are short.
const MAX_BODY_BYTES = 1024 * 1024;

const HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

export interface ControlServer {
  /** Whether a request belongs to the control API. */
  isFor(path: string): boolean;
  /** Answers the request, with an error when it is invalid. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface ControlServerParts {
  /** The host that the sandbox listens on. */
  readonly ownHost: string;
  readonly routes: () => readonly ControlRoute[];
  /** Takes over the response to a request for `EVENTS_PATH`. */
  readonly openEvents: (response: ServerResponse) => void;
}

export function createControlServer({ ownHost, routes, openEvents }: ControlServerParts): ControlServer {
  return {
    isFor: (path) => path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`),
    async handle(request, response) {
      try {
        const { method = '', headers } = request;
        const foreign = refuseForeignPage(method, headers, ownHost);
        if (foreign !== undefined) throw new ControlError('ERR_CROSS_SITE', foreign);
        const { path, query } = readUrl(request);
        if (path === EVENTS_PATH && method === 'GET') {
          openEvents(response);
          return;
        }
        const { route, params } = findRoute(routes(), method, path);
        const body = route.takesBody ? await readBody(request) : undefined;
        send(response, 200, await route.handle(params, query, body));
      } catch (error) {
        const { status, answer } = describeError(error);
        send(response, status, answer);
      }
    },
  };
}

function readUrl({ url = '' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

function findRoute(routes: readonly ControlRoute[], method: string, path: string) {
  const below = path.slice(CONTROL_PATH.length);
  const here = routes.flatMap((route) => {
    const params = matchPath(route, below);
    return params === undefined ? [] : [{ route, params }];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  const methods = here.map(({ route }) => route.method);
  if (path === EVENTS_PATH) methods.push('GET');
  if (methods.length === 0) throw new ControlError('ERR_PATH_UNKNOWN', `the control API has no path ${path}`);
  throw new ControlError('ERR_METHOD_NOT_ALLOWED', `${path} takes ${methods.join(', ')}`);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const { type, charset } = readContentType(request.headers['content-type']);
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8')) {
    throw new ControlError('ERR_CONTENT_TYPE', 'the content type must be application/json');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) {
    throw new ControlError('ERR_BODY_TOO_LARGE', `the body is larger than ${MAX_BODY_BYTES} bytes`);
  }
  const json = parseJson(Buffer.concat(chunks).toString('utf8'));
  if (json === undefined) throw new ControlError('ERR_INPUT_INVALID', 'the body is not JSON');
  return json;
}

function describeError(error: unknown): { status: number; answer: ControlErrorAnswer } {
  const { code, message, problems } = toControlError(error);
  return {
    status: CONTROL_ERRORS[code],
    answer: { error: { code, message, ...(problems === undefined ? {} : { problems }) } },
  };
}

function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  // The form of the input was validated before, so this means that the center does not offer the operation.
  if (error instanceof InputError) return new ControlError('ERR_NOT_OFFERED', error.message);
  return new ControlError('ERR_INTERNAL', 'the sandbox failed; the call may have taken effect');
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  if (response.destroyed) return;
  // A client that is refused before its body was read may still be sending it.
  response.writeHead(status, status >= 400 ? { ...HEADERS, connection: 'close' } : HEADERS);
  response.end(JSON.stringify(answer));
}
