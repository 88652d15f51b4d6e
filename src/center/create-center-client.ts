import { Agent, type Dispatcher } from 'undici';
import { CenterError, InputError } from '../errors.ts';
import { MESSAGE_SEND_PATH, SCOPES, TASK_HANDLE_PATH, TOKEN_PATH } from '../protocol/endpoints.ts';
import { MESSAGE_SEND_CODES, TASK_HANDLING_CODES } from '../protocol/error-codes.ts';
import { MessageSendResponseSchema } from '../protocol/schemas/message-send.ts';
import { TaskHandlingResponseSchema } from '../protocol/schemas/task-handling.ts';
import { Secret } from '../secret.ts';
import { createAccessTokens, retryAfterMsOf } from './access-token.ts';
import type { CenterClient, HandleTasksOutcome, SendMessageOutcome } from './port.ts';
import { post } from './post.ts';
import { type CalledCenter, type CenterAnswer, failedCall, readAnswer, unknownForm } from './read-answer.ts';

export interface CenterClientOptions {
  /** The address before `/apis/…`. */
  readonly baseUrl: string;
  /** The address before `/oauth2/token`. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | Secret;
  /** Default: all three of the spec. */
  readonly scopes?: readonly string[];
  /** Timeout of one HTTP call, from the first byte to the last. A call of the client makes at most four. */
  readonly timeoutMs: number;
  /** Default: one of the client's own, which `close` ends. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Upper limit for establishing a connection: if the center cannot be reached by then, waiting longer does not help. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Creates a client of the center, with one token for all calls.
 * The header `Authorization` contains the token without a scheme (spec, Authentication 2).
 */
export function createCenterClient(options: CenterClientOptions): CenterClient {
  const { clock, clientSecret, timeoutMs } = options;
  const dispatcher =
    options.dispatcher ??
    new Agent({
      connect: { timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  const tokens = createAccessTokens(dispatcher, {
    url: endpointUrl(options.authUrl, TOKEN_PATH),
    clientId: options.clientId,
    clientSecret: typeof clientSecret === 'string' ? new Secret(clientSecret) : clientSecret,
    scopes: options.scopes ?? Object.values(SCOPES),
    timeoutMs,
    clock,
  });
  const taskHandleUrl = endpointUrl(options.baseUrl, TASK_HANDLE_PATH);
  const messageSendUrl = endpointUrl(options.baseUrl, MESSAGE_SEND_PATH);

  async function send(url: URL, body: string, token: Secret, signal?: AbortSignal): Promise<CalledCenter> {
    const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: token.reveal() };
    return { token, result: await post(dispatcher, { url, headers, body, timeoutMs, clock, signal }) };
  }

  /** A token that was revoked, or has expired by the center's clock; some centers answer 400 or 403 to that. */
  async function anotherToken({ token, result }: CalledCenter): Promise<Secret | undefined> {
    if (result.kind === 'no-answer') return undefined;
    if (result.status === 401) return await tokens.get(token);
    return result.status === 400 || result.status === 403 ? await tokens.replace(token) : undefined;
  }

  async function call(url: URL, payload: unknown, signal?: AbortSignal): Promise<CenterAnswer> {
    const body = JSON.stringify(payload);
    try {
      const first = await send(url, body, await tokens.get(), signal);
      const token = await anotherToken(first);
      return readAnswer(token === undefined ? first : await send(url, body, token, signal));
    } catch (error) {
      if (!(error instanceof CenterError)) throw error;
      // No token was available, so nothing was sent, or the center refused the call because of its token.
      const failed = failedCall(error.message, false, retryAfterMsOf(error));
      return error.code === 'ERR_TOKEN_REFUSED' ? { ...failed, isRefusal: true } : failed;
    }
  }

  return {
    handleTasks: async (items, signal) => readTaskHandling(await call(taskHandleUrl, items, signal)),
    sendMessage: async (request, signal) => readMessageSend(await call(messageSendUrl, request, signal)),
    close: async () => (options.dispatcher === undefined ? dispatcher.destroy() : undefined),
  };
}

function readTaskHandling(answer: CenterAnswer): HandleTasksOutcome {
  if (answer.kind === 'failed') return answer;
  const { json, quote, retryAfterMs } = answer;
  const parsed = TaskHandlingResponseSchema.safeParse(json);
  if (!parsed.success) return unknownForm(retryAfterMs);
  const { code, message, data } = parsed.data;
  if (code !== TASK_HANDLING_CODES.success) {
    return failedCall(`the center answered with the outer code ${code}: ${quote(message)}`, true, retryAfterMs);
  }
  return { kind: 'answered', errors: data.errorIds.map((entry) => ({ ...entry, message: quote(entry.message) })) };
}

/**
 * Appends a path of the spec to a configured address, which may have its own path and a trailing slash.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the address is not an http or https URL
 */
function endpointUrl(address: string, path: string): URL {
  if (/^https?:/i.test(address) && URL.canParse(address))
    return new URL(`${address.replace(/(?<!\/)\/+$/, '')}${path}`);
  throw new InputError(
    'ERR_CONFIG_INVALID',
    'center: baseUrl and authUrl must be addresses that begin with http(s)://',
  );
}

/** Interprets an answer of `messageSend` (spec, Message send response, and Errors, Message send). */
function readMessageSend(answer: CenterAnswer): SendMessageOutcome {
  if (answer.kind === 'failed') return answer;
  const { json, quote, retryAfterMs } = answer;
  const parsed = MessageSendResponseSchema.safeParse(json);
  if (!parsed.success) return unknownForm(retryAfterMs);
  const { code, message, data } = parsed.data;
  switch (code) {
    case MESSAGE_SEND_CODES.success: {
      const problems = data.errorList.map(({ receiverKey, exceptionMessage }) => ({
        receiverKey: quote(receiverKey),
        exceptionMessage: quote(exceptionMessage),
      }));
      return { kind: 'sent', sendId: data.sendId, problems };
    }
    case MESSAGE_SEND_CODES.refused:
    case MESSAGE_SEND_CODES.failed: {
      const reason = `the center answered ${code}: ${quote(message)}`;
      return retryAfterMs === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, retryAfterMs };
    }
    default:
      return failedCall(`the center answered with the outer code ${code}: ${quote(message)}`, true, retryAfterMs);
  }
}
