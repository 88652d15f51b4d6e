import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { findPgbouncer } from './installed.ts';
import { unprivileged } from './unprivileged.ts';

export interface Pgbouncer {
  /** The url of a database of the server, through the pooler. */
  urlOf(serverUrl: string): string;
  stop(): Promise<void>;
}

/**
 * A pgbouncer in transaction mode before the server of that url, with few connections, so that transactions share.
 * @param ignored parameters of a connection that it ignores instead of refusing them
 */
export async function startPgbouncer(serverUrl: string, ...ignored: string[]): Promise<Pgbouncer> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('no pgbouncer is installed');
  const server = new URL(serverUrl);
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${decodeURIComponent(server.username)}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 500
ignore_startup_parameters = ${ignored.join(',')}
`,
  );
  const child = spawn(program, ['-q', settings], { ...user, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await setTimeout(20);
  }
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
