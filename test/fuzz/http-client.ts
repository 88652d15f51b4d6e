import { connect } from 'node:net';
import { Pool } from 'undici';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: none. */
  readonly body: Buffer | undefined;
}

export interface WireAnswer {
  readonly status: number;
  /** Empty where the HTTP server refused what the bridge never saw. */
  readonly text: string;
}

export interface HttpClient extends AsyncDisposable {
  /**
   * Sends it over a kept connection, or byte by byte over one of its own where a well-mannered client refuses to.
   * Rejects when the server hangs up without an answer.
   */
  send(request: WireRequest): Promise<WireAnswer>;
}

const CONNECTIONS = 8;
/** Of a server that has hung; far longer than any answer takes. */
const HUNG_MS = 10_000;

export function createHttpClient(origin: string): HttpClient {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  return {
    async send(request) {
      // Asked beforehand: a pool that threw for a request holds its connection busy for good (undici 7.30).
      if (!isSendable(request)) return await sendBytes(origin, request);
      const { method, path, headers, body = null } = request;
      const response = await pool.request({ method: method as 'POST', path, headers, body });
      return { status: response.statusCode, text: await response.body.text() };
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

/** Whether a client that keeps to HTTP sends such a path and such fields. */
function isSendable({ path, headers }: WireRequest): boolean {
  return /^[\x21-\x7e]+$/.test(path) && Object.values(headers).every((value) => /^[\t\x20-\x7e]*$/.test(value));
}

/** As somebody does who is no browser: nothing is checked, not even for line ends. */
function sendBytes(
  origin: string,
  { method, path, headers, body = Buffer.alloc(0) }: WireRequest,
): Promise<WireAnswer> {
  const { hostname, port, host } = new URL(origin);
  const fields = { host, ...headers, 'content-length': body.length, connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`), body]));
    });
    socket.setTimeout(HUNG_MS, () => socket.destroy(new Error('the server never answered')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const answer = readBytes(Buffer.concat(chunks).toString());
      if (answer === undefined) reject(new Error('the server hung up without an answer'));
      else resolve(answer);
    });
  });
}

function readBytes(answer: string): WireAnswer | undefined {
  const [, status, head = '', body = ''] = /^HTTP\/1\.1 (\d{3})(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
  if (status === undefined) return undefined;
  // Chunks stand between lines with their sizes; no answer of a callback has a line end in it.
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
  const text = isChunked
    ? body
        .split('\r\n')
        .filter((_line, index) => index % 2 === 1)
        .join('')
    : body;
  return { status: Number(status), text };
}
