import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { unprivileged } from './unprivileged.ts';

const run = promisify(execFile);

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const OTHER_FOLDERS = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

/** Quick to start and to commit; a test that cuts the power starts a server of its own. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
};

export interface PostgresServer {
  readonly port: number;
  /** Its folder of data, by which it can be stopped. */
  readonly data: string;
  /** The url of one of its databases. */
  urlOf(database: string): string;
  /** @param mode `immediate`: as a crash */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Whether tests on PostgreSQL must be skipped, which is said on the console.
 * @throws {Error} under `CI=true`, where a missing server fails the run
 */
export function isPostgresMissing(): boolean {
  if (process.env.TEST_DATABASE_URL !== undefined || findPrograms() !== undefined) return false;
  const reason = 'no PostgreSQL on this machine; install it, e.g. apt-get install postgresql';
  if (process.env.CI === 'true') throw new Error(`tests on PostgreSQL must run under CI: ${reason}`);
  console.warn(`\n*** SKIPPED: tests on PostgreSQL, ${reason} ***\n`);
  return true;
}

/** A server of its own in a temporary folder, as an ordinary user, on a free port. Whoever starts it stops it. */
export async function startPostgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('no PostgreSQL is installed; ask isPostgresMissing() first');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const call = (program: string, ...args: string[]) => run(join(programs, program), args, { ...user, cwd: folder });

  // Ordered as a dictionary is, as most databases are.
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'];
  await call('initdb', '-D', data, '-U', 'tester', '-E', 'UTF8', ...locale, '-A', 'trust', '--no-sync');
  const control = (...args: string[]) => call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...args);
  const start = async (attemptsLeft: number): Promise<{ port: number; options: string }> => {
    const port = await freePort();
    const options = Object.entries({ ...SETTINGS, ...settings, port: String(port), unix_socket_directories: folder })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ');
    try {
      await control('-o', options, 'start');
    } catch (error) {
      // Another test may have taken the port since it was free.
      if (attemptsLeft === 0) throw error;
      return start(attemptsLeft - 1);
    }
    return { port, options };
  };
  const { port, options } = await start(3);
  return {
    port,
    data,
    urlOf: (database) => `postgres://tester@127.0.0.1:${port}/${database}`,
    async restart(mode) {
      await control('-o', options, '-m', mode, 'restart');
    },
    stop: () => stopPostgresServer(data),
  };
}

/** Stops a server, which another process may have started, and takes its folder away. */
export async function stopPostgresServer(data: string): Promise<void> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('no PostgreSQL is installed');
  const folder = dirname(data);
  await run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], {
    ...unprivileged(),
    cwd: folder,
  });
  rmSync(folder, { recursive: true });
}

/** The folder of the newest PostgreSQL that is installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
  return [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...OTHER_FOLDERS].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}
