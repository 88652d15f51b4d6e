import { Agent } from 'undici';
import { CenterError } from '../errors.ts';
import { SCOPES, TASK_HANDLE_PATH, TOKEN_PATH } from '../protocol/endpoints.ts';
import { TASK_HANDLING_CODES } from '../protocol/error-codes.ts';
import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import { TaskHandlingResponse } from '../protocol/task-handling.ts';
import { Secret } from '../secret.ts';
import { createAccessTokens, retryAfterMsOf } from './access-token.ts';
import { endpointUrl } from './endpoint-url.ts';
import type { CenterClient, HandleTasksOutcome } from './port.ts';
import { type PostResult, post } from './post.ts';
import { readJson } from './read-json.ts';

export interface CenterClientOptions {
  /** The address before `/apis/…`. */
  readonly baseUrl: string;
  /** The address before `/oauth2/token`. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | Secret;
  /** All three of the spec by default. */
  readonly scopes?: readonly string[];
  /** For one HTTP call, from the first byte to the last; `handleTasks` makes at most four. 15,000 by default. */
  readonly timeoutMs?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Nothing listens there, or nobody lets us through: waiting longer for a connection has never helped. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Of the center's own words: enough to know the case by, too little for what it may quote of ours. */
const MAX_QUOTED = 200;

/** An answer names at most the ids of one batch. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * The center over HTTP, with its own connections and one token for all calls.
 * The token goes into the header `Authorization` without a scheme (spec, Authentication 2).
 */
export function createCenterClient(options: CenterClientOptions): CenterClient {
  const { clock, clientSecret, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const agent = new Agent({
    connect: { timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const tokens = createAccessTokens(agent, {
    url: endpointUrl(options.authUrl, TOKEN_PATH),
    clientId: options.clientId,
    clientSecret: typeof clientSecret === 'string' ? new Secret(clientSecret) : clientSecret,
    scopes: options.scopes ?? Object.values(SCOPES),
    timeoutMs,
    clock,
  });
  const url = endpointUrl(options.baseUrl, TASK_HANDLE_PATH);

  async function send(body: string, token: Secret, signal?: AbortSignal): Promise<Sent> {
    const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: token.reveal() };
    return { token, result: await post(agent, { url, headers, body, timeoutMs, clock, signal }) };
  }

  async function handleTasks(items: readonly TaskHandlingItem[], signal?: AbortSignal): Promise<HandleTasksOutcome> {
    const body = JSON.stringify(items);
    try {
      const first = await send(body, await tokens.get(), signal);
      if (first.result.kind === 'no-answer' || first.result.status !== 401) return readOutcome(first);
      // The token was revoked, or ended by another clock than ours.
      return readOutcome(await send(body, await tokens.get(first.token), signal));
    } catch (error) {
      if (!(error instanceof CenterError)) throw error;
      // Without a token nothing was sent, or what was sent was refused for its token.
      return failed(error.message, false, retryAfterMsOf(error));
    }
  }

  return { handleTasks, close: () => agent.destroy() };
}

interface Sent {
  readonly token: Secret;
  readonly result: PostResult;
}

function readOutcome({ token, result }: Sent): HandleTasksOutcome {
  if (result.kind === 'no-answer') {
    return failed(`the center gave no answer: ${result.reason}`, result.mayHaveArrived, undefined);
  }
  const { status, text, retryAfterMs } = result;
  if (status < 200 || status > 299) {
    // Below 500 the call was refused as it stood (or sent elsewhere); from 500 on it may have broken half-way.
    return failed(`the center answered HTTP ${status}`, status >= 500, retryAfterMs);
  }
  const answer = TaskHandlingResponse.safeParse(readJson(text));
  if (!answer.success) {
    return failed('the center answered in a form the interface does not know', true, retryAfterMs);
  }
  const { code, message, data } = answer.data;
  if (code !== TASK_HANDLING_CODES.success) {
    return failed(`the center answered with the outer code ${code}: ${quote(message, token)}`, true, retryAfterMs);
  }
  return {
    kind: 'answered',
    errors: data.errorIds.map((entry) => ({ ...entry, message: quote(entry.message, token) })),
  };
}

/** The center's words end in front of an operator, and some services quote the token they were called with. */
function quote(words: string, token: Secret): string {
  return words.replaceAll(token.reveal(), '[secret]').slice(0, MAX_QUOTED);
}

function failed(reason: string, mayHaveArrived: boolean, retryAfterMs: number | undefined): HandleTasksOutcome {
  const outcome = { kind: 'failed', reason, mayHaveArrived } as const;
  return retryAfterMs === undefined ? outcome : { ...outcome, retryAfterMs };
}
