import { type Dispatcher, errors as undiciErrors } from 'undici';

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
export async function post(dispatcher: Dispatcher, request: PostRequest): Promise<PostResult> {
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
      headers: request.headers,
      body: request.body,
      signal: deadline.signal,
    });
    const answer = { kind: 'answer', status: statusCode, text: await body.text() } as const;
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

/** System calls before the first byte of a request is sent. */
const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo'];

/** True only if connecting failed; after any other error, the center may have received the request. */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof undiciErrors.ConnectTimeoutError) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedBeforeSending);
  return error instanceof Error && 'syscall' in error && CONNECTING.includes(error.syscall);
}

/** Uses only the code of the error, because its message may quote the request. */
function describeFailure(error: unknown, isAborted: boolean): string {
  if (isAborted) return 'the call was aborted';
  if (error instanceof undiciErrors.ResponseExceededMaxSizeError) return 'what it sent is larger than an answer may be';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
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
