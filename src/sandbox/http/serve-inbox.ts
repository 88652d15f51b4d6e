/** Serves the inbox, a page in the browser that uses the control API, at `/inbox/` of the sandbox's port. */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { refuseForeignView } from '../control/refuse-foreign-page.ts';
import type { SideServer } from './http-server.ts';

/** Relative to the origin of the sandbox. */
export const INBOX_PATH = '/inbox/';

const BUILT = new URL('dist/sandbox/inbox/', PACKAGE_ROOT);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.json': 'application/json;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.woff2': 'font/woff2',
};

/** File names with a hash from esbuild: other content has another name. */
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/;

const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data:",
    ...["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The inbox is not built</title>
<h1>The inbox is not built</h1>
<p>The sandbox runs, but the files of this page are missing. Run <code>npm run build:pages</code> in the repository of
bpmn-transaction-bridge, then load this page again. The control API at <code>/sandbox</code> can do everything that
this page does.</p>
</html>
`;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param ownHost the host that the sandbox listens on
 * @param folder the output of the build; read once, at the first request, so that no other file is ever served
 */
export function createInboxServer(ownHost: string, folder: URL = BUILT): SideServer {
  let files: ReadonlyMap<string, Buffer> = new Map();
  return {
    isFor: (path) => path === '/' || path === INBOX_PATH.slice(0, -1) || path.startsWith(INBOX_PATH),
    async handle(request, response) {
      if (!files.has('index.html')) files = await readBuilt(folder);
      send(request, response, answer(request, files, ownHost));
    },
  };
}

function answer(request: IncomingMessage, files: ReadonlyMap<string, Buffer>, ownHost: string): Answer {
  const { method = '', url = '', headers } = request;
  const foreign = refuseForeignView(method, headers, ownHost);
  if (foreign !== undefined) return textAnswer(403, foreign);
  if (method !== 'GET' && method !== 'HEAD')
    return textAnswer(405, 'only GET and HEAD are allowed', { allow: 'GET, HEAD' });
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith(INBOX_PATH)) return textAnswer(302, 'see /inbox/', { location: INBOX_PATH });
  if (!files.has('index.html')) return { status: 503, type: TYPES['.html'] ?? '', body: NOT_BUILT };
  const name = path === INBOX_PATH ? 'index.html' : path.slice(INBOX_PATH.length);
  const body = files.get(name);
  if (body === undefined) return textAnswer(404, 'the inbox has no such file');
  return {
    ...{ status: 200, body, type: TYPES[extname(name)] ?? 'application/octet-stream' },
    headers: { 'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache' },
  };
}

function textAnswer(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, type: TYPES['.txt'] ?? '', body: `${words}\n`, headers };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, {
    ...HEADERS,
    ...{ 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' },
    // A client that is refused may still be sending a body.
    ...(status >= 400 ? { connection: 'close' } : {}),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** The files by their paths in the folder; none when the inbox was not built. */
async function readBuilt(folder: URL): Promise<Map<string, Buffer>> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [relative(root, path).split(sep).join('/'), await readFile(path)] as const),
    ),
  );
}
