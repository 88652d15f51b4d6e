// What tests of the second tier need beside Node.js, and where it is looked for.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The headless shell first: without windows, extensions and profiles a page costs a third of the processor time. */
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const POSTGRES_FOLDERS = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
const PGBOUNCER_PATHS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

export function findBrowser(): string | undefined {
  return CHROMIUM_PATHS.find((path) => existsSync(path));
}

/** Without one, Chinese text is drawn in boxes of another width. Where fontconfig is missing, the system has its own fonts. */
export function hasChineseFont(): boolean {
  try {
    return execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return process.platform !== 'linux';
  }
}

/** The folder with the programs of the newest PostgreSQL that is installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
  return [...newestFirst.map((version) => join(DEBIAN_POSTGRES, version, 'bin')), ...POSTGRES_FOLDERS].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

export function findPgbouncer(): string | undefined {
  return PGBOUNCER_PATHS.find((path) => existsSync(path));
}
