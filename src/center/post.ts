import { promisify } from 'node:util';
import { brotliDecompress, gunzip, unzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

export interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Epoch milliseconds; converts a Retry-After date to a duration. */
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
}

export type PostResult =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string; readonly retryAfterMs?: number }
  | { readonly kind: 'no-answer'; readonly reason: string; readonly mayHaveArrived: boolean };

/** Posts a body and reads the complete answer, within `timeoutMs`. Never rejects. */
export async function post(dispatcher: Pick<Dispatcher, 'request'>, request: PostRequest): Promise<PostResult> {
  const { timeoutMs, signal } = request;
  const deadline = new AbortController();
  const abort = () => deadline.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: request.url.origin,
      path: request.url.pathname,
      method: 'POST',
      headers: { 'accept-encoding': 'identity', ...request.headers },
      body: request.body,
      signal: deadline.signal,
    });
    const bytes = await decode(await readLimited(body), headers['content-encoding']);
    const answer = { kind: 'answer', status: statusCode, text: new TextDecoder().decode(bytes) } as const;
    const retryAfterMs = readRetryAfterMs(headers['retry-after'], request.clock());
    return retryAfterMs === undefined ? answer : { ...answer, retryAfterMs };
  } catch (error) {
    const isAborted = deadline.signal.aborted;
    const isTimeout = isAborted && !signal?.aborted;
    const reason = isTimeout ? `no answer within ${timeoutMs} ms` : describeFailure(error, isAborted);
    return { kind: 'no-answer', reason, mayHaveArrived: !failedBeforeSending(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Far more than an answer needs, which contains at most the ids of one batch. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Some gateways compress whatever they were asked for. */
const DECODERS: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/** An answer came, and cannot be used. The message contains nothing of it. */
class UnreadableAnswer extends Error {}

const tooLarge = () => new UnreadableAnswer('what it sent is larger than an answer may be');

async function readLimited(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param encodings the header content-encoding: the last one was applied last */
async function decode(bytes: Uint8Array, encodings: string | string[] = ''): Promise<Uint8Array> {
  let decoded = bytes;
  for (const name of String(encodings).toLowerCase().split(',').reverse()) {
    const encoding = name.trim();
    if (encoding === '' || encoding === 'identity') continue;
    const decoder = DECODERS[encoding];
    if (decoder === undefined) throw new UnreadableAnswer('its answer has a content-encoding that is not supported');
    decoded = await decoder(decoded, { maxOutputLength: MAX_ANSWER_BYTES }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_BUFFER_TOO_LARGE'
        ? tooLarge()
        : new UnreadableAnswer('its compressed answer is damaged');
    });
  }
  return decoded;
}

/** System calls before the first byte of a request is sent. */
const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo'];

/** True only if connecting failed; after any other error, the center may have received the request. */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedBeforeSending);
  // By its code: the dispatcher of a host may be of another undici.
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return error instanceof Error && 'syscall' in error && CONNECTING.includes(error.syscall);
}

/** Uses only the code of the error, because its message may quote the request. */
function describeFailure(error: unknown, isAborted: boolean): string {
  if (isAborted) return 'the call was aborted';
  if (error instanceof UnreadableAnswer) return error.message;
  const code = codeOf(error);
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Reads a Retry-After header (RFC 9110, 10.2.3): seconds, or a date.
 * @returns milliseconds from `now`, never negative; undefined if absent or invalid
 */
function readRetryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts many formats, even negative numbers; a date in HTTP begins with the name of a day.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
