import type { Secret } from '../secret.ts';
import type { FailedCall } from './port.ts';
import type { PostResult } from './post.ts';

/** The result of one HTTP call, and its token. */
export interface CalledCenter {
  readonly token: Secret;
  readonly result: PostResult;
}

/** An answer with HTTP 2xx, or why there is none. */
export type CenterAnswer =
  | {
      readonly kind: 'answer';
      /** undefined: the body is not JSON. */
      readonly json: unknown;
      readonly retryAfterMs: number | undefined;
      /** Makes a text of the center safe to show to operators: removes the token, which some services quote, and shortens it. */
      quote(words: string): string;
    }
  | FailedCall;

/** Maximum length of quoted texts of the center: enough to recognise the case, too short for quoted payloads. */
const MAX_QUOTED = 200;

export function readAnswer({ token, result }: CalledCenter): CenterAnswer {
  if (result.kind === 'no-answer') {
    return failedCall(`the center gave no answer: ${result.reason}`, result.mayHaveArrived, undefined);
  }
  const { status, text, retryAfterMs } = result;
  if (status < 200 || status > 299) {
    // Below 500 the call was refused (or redirected); from 500 on it may have been processed in part.
    const failed = failedCall(`the center answered HTTP ${status}`, status >= 500, retryAfterMs);
    return isRefusal(status) ? { ...failed, isRefusal: true } : failed;
  }
  const quote = (words: string) => words.replaceAll(token.reveal(), '[secret]').slice(0, MAX_QUOTED);
  return { kind: 'answer', json: readJson(text), retryAfterMs, quote };
}

/** Repeating the call later does not help; 408 and 429 ask for it. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

export function unknownForm(retryAfterMs: number | undefined): FailedCall {
  return failedCall('the center answered in a form the interface does not know', true, retryAfterMs);
}

export function failedCall(reason: string, mayHaveArrived: boolean, retryAfterMs: number | undefined): FailedCall {
  const outcome = { kind: 'failed', reason, mayHaveArrived } as const;
  return retryAfterMs === undefined ? outcome : { ...outcome, retryAfterMs };
}

/** Parses an answer; undefined if it is not JSON. The parser's error is not used, because it would quote the answer. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
