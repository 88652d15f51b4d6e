// Before a test run: builds the pages where files are missing or older than what they are built from, so that the tests need
// no step of their own after `npm ci`.
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = [
  'src/sandbox/inbox',
  'src/admin/page',
  'src/page',
  'src/operations',
  '.config/build-pages.ts',
  'package-lock.json',
];
/** Of the page that is built last. */
const BUILT = 'dist/admin/THIRD-PARTY.txt';
const NO_SOURCE = /\.(md|png)$/;

export async function setup(): Promise<void> {
  const built = await stat(join(ROOT, BUILT)).catch(() => undefined);
  const changed = await Promise.all(SOURCES.map((source) => changedAt(join(ROOT, source))));
  if (built !== undefined && built.mtimeMs >= Math.max(...changed)) return;
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '.config/build-pages.ts'], { cwd: ROOT });
}

async function changedAt(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !NO_SOURCE.test(entry.name));
  const times = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mtimeMs),
  );
  // A folder tells of files that were taken away, and of pictures too.
  return entries.length === 0 ? mtimeMs : Math.max(...times);
}
