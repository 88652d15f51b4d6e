/** Applies a fault to an incoming call. */
import type { AccessTokens } from '../http/access-tokens.ts';
import { tokenIn } from '../http/authorize.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-route.ts';
import { isObject } from '../tasks/check-fields.ts';
import type { Strike } from './create-faults.ts';
import { addForeignEntry, failPart, renameFailure } from './fail-part.ts';
import type { FaultName } from './known-faults.ts';

/** What the caller receives: an answer or none. */
export type Delivery =
  | { readonly kind: 'answer' | 'cut'; readonly answer: HttpAnswer; readonly retryAfterSeconds?: number | undefined }
  /** The connection stays open, and no answer is sent. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' };

/** Whether a fault can strike this call: the failure of a part needs a call with a part that an entry can name. */
export function canStrikeRequest(request: HttpRequest): (fault: FaultName) => boolean {
  return (fault) =>
    (fault !== 'item-failure' && fault !== 'creation-failure') ||
    failPart(request.body, { fault, drawn: 0 }) !== undefined;
}

/** The same strike with the part that it struck, so that the traffic entry is enough to repeat it. */
export function nameItem(strike: Strike | undefined, request: HttpRequest): Strike | undefined {
  if (strike?.fault !== 'item-failure' && strike?.fault !== 'creation-failure') return strike;
  return { ...strike, item: failPart(request.body, strike)?.item };
}

export interface StruckWork {
  readonly tokens: AccessTokens;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** What the center does, and its answer. */
  readonly work: (request: HttpRequest) => HttpAnswer;
}

/** Answers a call under a fault: when this returns, the work is either done or not done at all. */
export function strikeAnswer(strike: Strike, request: HttpRequest, { tokens, now, work }: StruckWork): Delivery {
  switch (strike.fault) {
    case 'time-out-before':
      return { kind: 'silence' };
    case 'time-out-after':
      work(request);
      return { kind: 'silence' };
    case 'reset-before':
      return { kind: 'reset' };
    case 'reset-after':
      work(request);
      return { kind: 'reset' };
    case 'answer-cut':
      return { kind: 'cut', answer: work(request) };
    case 'http-error-before':
      return answerHttpError(strike);
    case 'http-error-after':
      work(request);
      return answerHttpError(strike);
    case 'outer-code-before':
      return { kind: 'answer', answer: withOuterCode(strike.code, now()) };
    case 'outer-code-after':
      work(request);
      return { kind: 'answer', answer: withOuterCode(strike.code, now()) };
    case 'item-failure':
    case 'creation-failure': {
      const failing = failPart(request.body, strike);
      if (failing === undefined) return { kind: 'answer', answer: work(request) };
      const answer = work({ ...request, body: failing.body });
      return { kind: 'answer', answer: { ...answer, body: renameFailure(answer.body, failing, strike.code) } };
    }
    case 'foreign-entry': {
      const answer = work(request);
      return { kind: 'answer', answer: { ...answer, body: addForeignEntry(answer.body, strike.code) } };
    }
    case 'token-expired':
    case 'token-revoked':
      return { kind: 'answer', answer: invalidateToken(strike.fault, request, tokens, work) };
    default:
      return { kind: 'answer', answer: work(request) };
  }
}

/** An HTTP error as a proxy in front of the center sends it, without JSON. */
function answerHttpError({
  status,
  retryAfterSeconds,
}: {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}): Delivery {
  const body = `<html><body><h1>${status}</h1></body></html>`;
  return { kind: 'answer', answer: { status, body, isText: true }, retryAfterSeconds };
}

function withOuterCode(code: number, now: number): HttpAnswer {
  const message = 'the system is busy, please try again later';
  return { status: 200, body: { took: 0, timestamp: now, code, message, data: null } };
}

/** Invalidates the token of the call, or, in a token call, the token in the answer. */
function invalidateToken(
  fault: 'token-expired' | 'token-revoked',
  request: HttpRequest,
  tokens: AccessTokens,
  work: (request: HttpRequest) => HttpAnswer,
): HttpAnswer {
  const invalidate = (token: string) => (fault === 'token-expired' ? tokens.expire(token) : tokens.revoke(token));
  invalidate(tokenIn(request.headers.authorization ?? ''));
  const answer = work(request);
  if (isObject(answer.body) && typeof answer.body.access_token === 'string') invalidate(answer.body.access_token);
  return answer;
}
