/** The control API over HTTP: everything that people see and do in the center, for the inbox and for scripts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { InputError } from '../../errors.ts';
import type { SideServer } from '../http/http-server.ts';
import { parseJson, readContentType } from '../http/read-json-body.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { APP_ROUTES } from './app-routes.ts';
import { CONTROL_ERRORS, ControlError, type ControlErrorAnswer } from './control-error.ts';
import { type ControlParts, type ControlRoute, matchPath } from './control-route.ts';
import { MESSAGE_ROUTES } from './message-routes.ts';
import { refuseForeignPage } from './refuse-foreign-page.ts';
import { RUNNING_ROUTES } from './running-routes.ts';
import { TASK_ROUTES } from './task-routes.ts';
import { TRAFFIC_ROUTES } from './traffic-routes.ts';

/** Relative to the origin of the sandbox. */
export const CONTROL_PATH = '/sandbox';

// Large enough for a plan of faults or a long opinion; all other bodies are short.
const MAX_BODY_BYTES = 1024 * 1024;

const HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** All endpoints, in the order of their description in `docs/reference/control-api.md`. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...ACCOUNT_ROUTES,
  ...TASK_ROUTES,
  ...MESSAGE_ROUTES,
  ...TRAFFIC_ROUTES,
  ...APP_ROUTES,
  ...RUNNING_ROUTES,
];

/**
 * The control API of a sandbox: its methods over HTTP.
 * @param ownHost the host that the sandbox listens on
 * @param partsOf called with each request, since the sandbox knows its address only after its server listens
 */
export function createControlServer(ownHost: string, partsOf: () => ControlParts): SideServer {
  return {
    isFor: (path) => path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`),
    async handle(request, response) {
      try {
        const { method = '', headers } = request;
        const foreign = refuseForeignPage(method, headers, ownHost);
        if (foreign !== undefined) throw new ControlError('ERR_CROSS_SITE', foreign);
        const { path, query } = readUrl(request);
        const { route, params } = findRoute(method, path);
        const body = route.body === undefined ? undefined : await readBody(request);
        const answer = await route.handle({ params, query, body }, partsOf());
        if (typeof answer === 'function') answer(response);
        else send(response, 200, answer);
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

function findRoute(method: string, path: string) {
  const below = path.slice(CONTROL_PATH.length);
  const here = CONTROL_ROUTES.flatMap((route) => {
    const params = matchPath(route, below);
    return params === undefined ? [] : [{ route, params }];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  const methods = here.map(({ route }) => route.method);
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
    status: CONTROL_ERRORS[code].status,
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
