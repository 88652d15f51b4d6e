/** The built files of the page, which are read when it is first asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The headers of every answer. Scripts and styles come from the files alone; none is inline. */
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

export interface PageFiles {
  answerPage(): Promise<Response>;
  /** A file by its path below the page, whose name contains a hash of its content. */
  answerFile(path: string): Promise<Response>;
}

/** @param folder the built files, which are read at once, so that no other file is ever served */
export function createPageFiles(folder: URL): PageFiles {
  let files: Promise<ReadonlyMap<string, Buffer>> | undefined;

  async function find(path: string): Promise<Buffer | undefined> {
    files ??= readFolder(folder);
    const read = await files;
    // What is not there yet may be built later.
    if (read.size === 0) files = undefined;
    return read.get(path);
  }

  return {
    async answerPage() {
      const page = await find('index.html');
      const headers = { ...HEADERS, 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-cache' };
      return page === undefined
        ? new Response(NOT_BUILT, { status: 503, headers })
        : new Response(new Uint8Array(page), { headers });
    },
    async answerFile(path) {
      const file = await find(path);
      if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      // Private: not every person may see the page, and a shared cache asks nobody.
      const caching = 'private, max-age=31536000, immutable';
      const headers = { ...HEADERS, 'content-type': type, 'cache-control': caching };
      return new Response(new Uint8Array(file), { headers });
    },
  };
}

async function readFolder(folder: URL): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(new URL('assets/', folder)).catch(() => []);
  const paths = names.length === 0 ? [] : ['index.html', ...names.map((name) => `assets/${name}`)];
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, folder))] as const)));
}

/** The addresses in the page are relative to a folder. Relative itself, because a proxy may have changed the path. */
export function leadToFolder(pathname: string): Response {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return new Response(null, { status: 302, headers: { ...HEADERS, location: `./${name}/` } });
}
