import type { Secret } from '../secret.ts';
import type { FailedCall } from './port.ts';
import type { PostResult } from './post.ts';
import { readJson } from './read-json.ts';

/** What came of one HTTP call, and the token it was made with. */
export interface CalledCenter {
  readonly token: Secret;
  readonly result: PostResult;
}

/** An answer of HTTP 2xx, whatever it says, or why there is none. */
export type CenterAnswer =
  | {
      readonly kind: 'answer';
      /** Undefined for a body that is not JSON. */
      readonly json: unknown;
      readonly retryAfterMs: number | undefined;
      /** The center's words end in front of an operator, and some services quote the token they were called with. */
      quote(words: string): string;
    }
  | FailedCall;

/** Of the center's own words: enough to know the case by, too little for what it may quote of ours. */
const MAX_QUOTED = 200;

export function readAnswer({ token, result }: CalledCenter): CenterAnswer {
  if (result.kind === 'no-answer') {
    return failedCall(`the center gave no answer: ${result.reason}`, result.mayHaveArrived, undefined);
  }
  const { status, text, retryAfterMs } = result;
  if (status < 200 || status > 299) {
    // Below 500 the call was refused as it stood (or sent elsewhere); from 500 on it may have broken half-way.
    return failedCall(`the center answered HTTP ${status}`, status >= 500, retryAfterMs);
  }
  const quote = (words: string) => words.replaceAll(token.reveal(), '[secret]').slice(0, MAX_QUOTED);
  return { kind: 'answer', json: readJson(text), retryAfterMs, quote };
}

export function unknownForm(retryAfterMs: number | undefined): FailedCall {
  return failedCall('the center answered in a form the interface does not know', true, retryAfterMs);
}

export function failedCall(reason: string, mayHaveArrived: boolean, retryAfterMs: number | undefined): FailedCall {
  const outcome = { kind: 'failed', reason, mayHaveArrived } as const;
  return retryAfterMs === undefined ? outcome : { ...outcome, retryAfterMs };
}
