/** The built files of the page, which are read when it is first asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

const BUILT = new URL('dist/admin/', PACKAGE_ROOT);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Of every answer. Scripts and styles come from the files alone; none is inline. */
export const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'"],
    ...["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The page is not built</title>
<h1>The page is not built</h1>
<p>Run <code>npm run build:pages</code> in the repository of bpmn-transaction-bridge, then load this page again.</p>
</html>
`;

let files: Promise<ReadonlyMap<string, Buffer>> | undefined;

/** @returns the file at a path in the folder; undefined: there is none. No other file is ever read. */
async function readBuilt(path: string): Promise<Buffer | undefined> {
  files ??= readFolder();
  const read = await files;
  // What is not there yet may be built later.
  if (read.size === 0) files = undefined;
  return read.get(path);
}

async function readFolder(): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(new URL('assets/', BUILT)).catch(() => []);
  const paths = names.length === 0 ? [] : ['index.html', ...names.map((name) => `assets/${name}`)];
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, BUILT))] as const)));
}

export async function answerPage(): Promise<Response> {
  const page = await readBuilt('index.html');
  const headers = { ...HEADERS, 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-cache' };
  return page === undefined
    ? new Response(NOT_BUILT, { status: 503, headers })
    : new Response(new Uint8Array(page), { headers });
}

/** A file by its path below the page, whose name contains a hash of its content. */
export async function answerFile(path: string): Promise<Response> {
  const file = await readBuilt(path);
  if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  // Private: not every person may see the page, and a shared cache asks nobody.
  const caching = 'private, max-age=31536000, immutable';
  return new Response(new Uint8Array(file), {
    headers: { ...HEADERS, 'content-type': type, 'cache-control': caching },
  });
}

/** The addresses in the page are relative to a folder. Relative itself, because a proxy may have changed the path. */
export function leadToFolder(pathname: string): Response {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return new Response(null, { status: 302, headers: { ...HEADERS, location: `./${name}/` } });
}
