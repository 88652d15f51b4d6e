/** Serves the inbox, a page in the browser that uses the control API, at `/inbox/` of the sandbox's port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { createPageFiles, PAGE_HEADERS } from '../../page-files.ts';
import { refuseForeignView } from '../control/refuse-foreign-page.ts';
import type { SideServer } from './http-server.ts';

/** Relative to the origin of the sandbox. */
export const INBOX_PATH = '/inbox/';

const BUILT = new URL('dist/sandbox/inbox/', PACKAGE_ROOT);

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers what is below `/inbox`, and `/`, which redirects there.
 * @param ownHost the host that the sandbox listens on
 * @param folder the output of the build
 */
export function createInboxServer(ownHost: string, folder: URL = BUILT): SideServer {
  const find = createPageFiles(folder);

  async function answer({ method = '', url = '', headers }: IncomingMessage): Promise<Answer> {
    const foreign = refuseForeignView(method, headers, ownHost);
    if (foreign !== undefined) return { status: 403, body: `${foreign}\n` };
    if (method !== 'GET' && method !== 'HEAD') {
      return { status: 405, body: 'only GET and HEAD are allowed\n', headers: { allow: 'GET, HEAD' } };
    }
    const path = url.split('?')[0] ?? '';
    if (!path.startsWith(INBOX_PATH)) return { status: 302, body: 'see /inbox/\n', headers: { location: INBOX_PATH } };
    const file = await find(path.slice(INBOX_PATH.length) || 'index.html');
    if (file === undefined) return { status: 404, body: 'the inbox has no such file\n' };
    const { status, type, bytes, isHashed } = file;
    const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    return { status, type, body: bytes, headers: { 'cache-control': caching } };
  }

  return {
    isFor: (path) => path === '/' || path === INBOX_PATH.slice(0, -1) || path.startsWith(INBOX_PATH),
    handle: async (request, response) => send(request, response, await answer(request)),
  };
}

function send({ method }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, type = 'text/plain;charset=utf-8', body, headers } = answer;
  response.writeHead(status, {
    ...PAGE_HEADERS,
    ...{ 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' },
    // A client that is refused may still be sending a body.
    ...(status >= 400 ? { connection: 'close' } : {}),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : body);
}
