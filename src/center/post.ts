import type { Dispatcher } from 'undici';
import { errors as undiciErrors } from 'undici';
import { readRetryAfterMs } from './retry-after.ts';

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
