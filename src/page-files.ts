/** The built files of a page for the browser, and the headers with which its server answers. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scripts and styles come from the files alone, and none is inline; no other site may frame the page or read it. */
export const PAGE_HEADERS = {
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

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.woff2': 'font/woff2',
};

/** File names with a hash from esbuild: other content has another name. */
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/;

export interface PageFile {
  readonly status: 200 | 503;
  /** The content type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a browser may keep it for ever. */
  readonly isHashed: boolean;
}

/**
 * Finds a file by its path below the page. If the page was not built, its `index.html` says so, with HTTP 503.
 * @param folder the output of the build; read once, at the first request, so that no other file is ever served
 */
export function createPageFiles(folder: URL): (path: string) => Promise<PageFile | undefined> {
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined;
  return async (path) => {
    files ??= readFolder(fileURLToPath(folder));
    const read = await files.catch((error: unknown) => {
      // It may be readable later.
      files = undefined;
      throw error;
    });
    if (read.has('index.html')) return read.get(path);
    // It may be built later.
    files = undefined;
    return path === 'index.html' ? NOT_BUILT : undefined;
  };
}

async function readFolder(root: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, PageFile]> => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        const bytes = new Uint8Array(await readFile(path));
        return [relative(root, path).split(sep).join('/'), { status: 200, type, bytes, isHashed: HASHED.test(path) }];
      }),
    ),
  );
}

const NOT_BUILT: PageFile = {
  status: 503,
  type: 'text/html;charset=utf-8',
  isHashed: false,
  bytes: new TextEncoder().encode(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The page is not built</title>
<h1>The page is not built</h1>
<p>Run <code>npm run build:pages</code> in the repository of bpmn-transaction-bridge, then load this page again.</p>
</html>
`),
};
