import type { Dispatcher } from 'undici';
import { CenterError } from '../errors.ts';
import { SCOPE_SEPARATOR } from '../protocol/endpoints.ts';
import { GRANT_TYPE, TOKEN_REQUEST_CONTENT_TYPE, TokenResponse } from '../protocol/token.ts';
import { Secret } from '../secret.ts';
import { post } from './post.ts';
import { readJson } from './read-answer.ts';

export interface AccessTokenOptions {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scopes: readonly string[];
  readonly timeoutMs: number;
  readonly clock: () => number;
}

export interface AccessTokens {
  /**
   * Returns a valid token, and requests a new one if necessary. Concurrent callers share one request.
   * @param refused a token that the center has just refused; it is not returned again
   * @throws {CenterError} `ERR_TOKEN_REFUSED`, `ERR_CENTER_UNAVAILABLE`, `ERR_CENTER_ANSWER_INVALID`, with
   * `details.retryAfterMs` if the endpoint sent Retry-After
   */
  get(refused?: Secret): Promise<Secret>;
  /**
   * Returns another token than one with which a call was refused for a reason that may be the token; undefined if that one
   * was requested within the last `RENEWAL_PAUSE_MS`, so that it is hardly the reason. Errors as for `get`.
   */
  replace(refused: Secret): Promise<Secret | undefined>;
}

/** A call that is refused for another reason must not lead to a token request each time. */
const RENEWAL_PAUSE_MS = 5_000;

/** Longest life of a token, whatever the endpoint says: one that was withdrawn unnoticed is replaced within a day. */
const MAX_LIFE_MS = 24 * 60 * 60 * 1000;

/** A token is renewed this long before it expires, or after nine tenths of its lifetime, whichever is later. */
const RENEW_BEFORE_MS = 60_000;

interface HeldToken {
  readonly token: Secret;
  readonly askedAt: number;
  readonly goodUntil: number;
}

/** Caches one token of the center and renews it shortly before it expires (spec, Authentication 3 and 4). */
export function createAccessTokens(dispatcher: Pick<Dispatcher, 'request'>, options: AccessTokenOptions): AccessTokens {
  let held: HeldToken | undefined;
  let asking: Promise<HeldToken> | undefined;

  async function get(refused?: Secret): Promise<Secret> {
    if (refused !== undefined && held?.token === refused) held = undefined;
    if (held !== undefined && options.clock() < held.goodUntil) return held.token;
    asking ??= askForToken(dispatcher, options).finally(() => {
      asking = undefined;
    });
    held = await asking;
    return held.token;
  }

  return {
    get,
    replace: async (refused) => {
      const isNew = held?.token === refused && options.clock() < held.askedAt + RENEWAL_PAUSE_MS;
      return isNew ? undefined : await get(refused);
    },
  };
}

async function askForToken(dispatcher: Pick<Dispatcher, 'request'>, options: AccessTokenOptions): Promise<HeldToken> {
  const askedAt = options.clock();
  const form = new URLSearchParams({
    grant_type: GRANT_TYPE,
    client_id: options.clientId,
    client_secret: options.clientSecret.reveal(),
    scope: options.scopes.join(SCOPE_SEPARATOR),
  });
  const result = await post(dispatcher, {
    url: options.url,
    headers: { 'content-type': TOKEN_REQUEST_CONTENT_TYPE, accept: 'application/json' },
    body: form.toString(),
    timeoutMs: options.timeoutMs,
    clock: options.clock,
  });
  if (result.kind === 'no-answer') {
    throw new CenterError('ERR_CENTER_UNAVAILABLE', `the token endpoint did not answer: ${result.reason}`);
  }
  const { status, text, retryAfterMs } = result;
  if (status < 200 || status > 299) {
    const code = status >= 400 && status < 500 && status !== 429 ? 'ERR_TOKEN_REFUSED' : 'ERR_CENTER_UNAVAILABLE';
    throw new CenterError(code, `the token endpoint answered HTTP ${status}`, {
      details: retryAfterMs === undefined ? { status } : { status, retryAfterMs },
    });
  }
  const answer = TokenResponse.safeParse(readJson(text));
  if (!answer.success) {
    throw new CenterError(
      'ERR_CENTER_ANSWER_INVALID',
      'the token endpoint answered without an access_token that can be sent in a header',
    );
  }
  const lifeMs = Math.min(answer.data.expires_in * 1000, MAX_LIFE_MS);
  return {
    askedAt,
    token: new Secret(answer.data.access_token),
    goodUntil: askedAt + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs / 10),
  };
}

/** The Retry-After of the token endpoint, from an error of `get`. */
export function retryAfterMsOf(error: CenterError): number | undefined {
  const { retryAfterMs } = error.details;
  return typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
}
