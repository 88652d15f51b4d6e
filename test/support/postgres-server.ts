import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { findPostgres } from './installed.ts';
import { unprivileged } from './unprivileged.ts';

const run = promisify(execFile);

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
  /** A copy of it that follows it, and only reads until it is promoted. */
  startStandby(): Promise<PostgresServer>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own in a temporary folder, as an ordinary user, on a free port. Whoever starts it stops it. */
export function startPostgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  // Ordered as a dictionary is, as most databases are.
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'];
  return startOn(settings, (data) => [
    'initdb',
    '-D',
    data,
    '-U',
    'tester',
    '-E',
    'UTF8',
    ...locale,
    '-A',
    'trust',
    '--no-sync',
  ]);
}

/** @param prepare the program that makes the folder of its data, and the arguments */
async function startOn(
  settings: Readonly<Record<string, string>>,
  prepare: (data: string) => [program: string, ...args: string[]],
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('no PostgreSQL is installed');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const call = (program: string, ...args: string[]) => run(join(programs, program), args, { ...user, cwd: folder });

  await call(...prepare(data));
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
    startStandby: () =>
      startOn(settings, (copy) => {
        const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'tester'];
        return ['pg_basebackup', '-D', copy, ...from, '-R', '-c', 'fast', '--no-sync'];
      }),
    async promote() {
      await control('promote');
    },
    stop: () => stopPostgresServer(data),
  };
}

/** Stops a server, which another process may have started, and takes its folder away. */
export async function stopPostgresServer(data: string): Promise<void> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('no PostgreSQL is installed');
  const folder = dirname(data);
  await run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], {
    ...unprivileged(),
    cwd: folder,
  });
  rmSync(folder, { recursive: true });
}
