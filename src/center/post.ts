import { type Dispatcher, errors as undiciErrors } from 'undici';

export interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Epoch milliseconds; a Retry-After that names a date is counted from here. */
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
}

export type PostResult =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string; readonly retryAfterMs?: number }
  | { readonly kind: 'no-answer'; readonly reason: string; readonly mayHaveArrived: boolean };

/** Posts a body and reads the answer as a whole, in at most `timeoutMs`. Never rejects. */
export async function post(dispatcher: Dispatcher, request: PostRequest): Promise<PostResult> {
  const { timeoutMs, signal } = request;
  const deadline = new AbortController();
  const giveUp = () => deadline.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
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
    const gaveUp = deadline.signal.aborted;
    const reason = gaveUp && !signal?.aborted ? `no answer within ${timeoutMs} ms` : describeFailure(error, gaveUp);
    return { kind: 'no-answer', reason, mayHaveArrived: !failedBeforeSending(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** System calls that come before the first byte of a request. */
const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo'];

/** Only what is sure to have failed while connecting: anything else may have left the request with the other side. */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof undiciErrors.ConnectTimeoutError) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedBeforeSending);
  return error instanceof Error && 'syscall' in error && CONNECTING.includes(error.syscall);
}

/** By its code alone: a message may quote what was sent. */
function describeFailure(error: unknown, gaveUp: boolean): string {
  if (gaveUp) return 'the call was given up';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}

/**
 * Reads a Retry-After header (RFC 9110, 10.2.3): seconds, or a date, which is counted from `now`.
 * @returns milliseconds, never negative; undefined when absent or neither of the two
 */
function readRetryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse takes many forms, negative numbers among them; a date of HTTP begins with a day's name.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
