import { InputError } from '../../errors.ts';

const CHOOSE = 'choose another port (--port on the command line); 0 takes a free one';

const MEANINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: `is in use: stop the program that listens there, or ${CHOOSE}`,
  EACCES: `cannot be used by this user: ${CHOOSE}`,
  EADDRNOTAVAIL: 'is not an address of this machine: choose another host',
  ENOTFOUND: 'is not a known host: choose another host',
};

/** The error for a server that cannot listen at a host and port. */
export function toListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const meaning = MEANINGS[code];
  if (meaning === undefined) return error;
  return new InputError('ERR_CONFIG_INVALID', `port ${port} of ${host} ${meaning}`, { cause: error });
}

/** The origin of a server that listens there, as seen from this machine. */
export function originOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
