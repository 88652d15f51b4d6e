import { createPageFiles, PAGE_HEADERS } from '../page-files.ts';

/** Otherwise a cache may keep them, also for somebody else. */
const NOT_KEPT = { ...PAGE_HEADERS, 'cache-control': 'no-store' };

export interface PageServer {
  answerPage(): Promise<Response>;
  /** A file by its path below the page, whose name contains a hash of its content. */
  answerFile(path: string): Promise<Response>;
}

export function createPageServer(folder: URL): PageServer {
  const find = createPageFiles(folder);

  async function answer(path: string, caching: string): Promise<Response> {
    const file = await find(path);
    if (file === undefined) return new Response(null, { status: 404, headers: NOT_KEPT });
    const headers = { ...PAGE_HEADERS, 'content-type': file.type, 'cache-control': caching };
    return new Response(file.bytes, { status: file.status, headers });
  }

  return {
    answerPage: () => answer('index.html', 'no-cache'),
    // Private: not every person may see the page, and a shared cache asks nobody.
    answerFile: (path) => answer(path, 'private, max-age=31536000, immutable'),
  };
}

/** The addresses in the page are relative to a folder. Relative itself, because a proxy may have changed the path. */
export function leadToFolder(pathname: string): Response {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return new Response(null, { status: 302, headers: { ...NOT_KEPT, location: `./${name}/` } });
}
