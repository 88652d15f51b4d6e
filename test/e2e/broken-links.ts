import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The relative links of pages that lead nowhere: to no file or folder below the root, or to a heading that its page lacks.
 * @param pages their paths, from the root
 * @returns `page: link` for each
 */
export async function listBrokenLinks(root: string, pages: readonly string[]): Promise<readonly string[]> {
  const broken = await Promise.all(
    pages.map(async (page) => {
      const links = linksOf(await readFile(join(root, page), 'utf8'));
      const isBroken = await Promise.all(links.map((link) => leadsNowhere(root, page, link)));
      return links.filter((_, index) => isBroken[index]).map((link) => `${page}: ${link}`);
    }),
  );
  return broken.flat();
}

/** Also those of images; without what is an example or has an address of its own. */
function linksOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)|<(?:a|img)[^>]+(?:href|src)="([^"]+)"/g)]
    .map(([, link, inTag]) => link ?? inTag ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
}

async function leadsNowhere(root: string, page: string, link: string): Promise<boolean> {
  const [path = '', heading] = link.split('#').map(decodeURIComponent);
  const target = path === '' ? page : join(dirname(page), path);
  const found = target.startsWith('..') ? undefined : await stat(join(root, target)).catch(() => undefined);
  if (found === undefined) return true;
  return (
    heading !== undefined &&
    (found.isDirectory() || !anchorsOf(await readFile(join(root, target), 'utf8')).has(heading))
  );
}

/** As the pages of repositories make anchors of headings, and those that a table sets. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}
