import { BridgeError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { ID_TOKEN_HEADER, UUID_HEADER } from '../protocol/button-callback.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { EN } from '../texts/en.ts';
import type { Answer, CallRefusal } from './answer.ts';
import { ALLOWED_METHODS, answerRefusal, answerVerdict, toResponse } from './answer.ts';
import type { ButtonPath } from './button-path.ts';
import { parseButtonPath } from './button-path.ts';
import { readPressParameters } from './button-press.ts';
import type { Cipher } from './cipher/cipher.ts';
import { CipherError } from './cipher/cipher.ts';
import { answerDiagramCall } from './diagram-handler.ts';
import type { IdTokenCheck } from './id-token/id-token.ts';
import { findIdTokenFault } from './id-token/id-token.ts';
import type { DiagramPort, PressPort } from './port.ts';
import { readBody } from './read-body.ts';
import type { SigningKey } from './signature.ts';
import { verifyButton } from './signature.ts';
import { parseSignedPath } from './signed-address.ts';
import { answerStatusCall, type StatusHandlerOptions } from './status-handler.ts';

/**
 * Replaces an answer with a response of the host; undefined keeps the answer. The verdict is undefined for calls that
 * were not accepted. Called after the press is decided and stored: it changes only what the center receives.
 */
export type AnswerHook = (
  answer: Answer,
  verdict: Verdict | undefined,
) => Response | undefined | Promise<Response | undefined>;

export interface CallbackHandlerOptions {
  readonly appId: string;
  /** All that are accepted. */
  readonly signingKeys: readonly SigningKey[];
  readonly cipher: Cipher;
  readonly idToken: IdTokenCheck;
  readonly maxBodyBytes: number;
  /** IANA name of the time zone of the center. */
  readonly timeZone: string;
  /** Texts for the person who pressed; the log is in English. */
  readonly texts: Catalogue;
  readonly port: PressPort;
  readonly answer?: AnswerHook | undefined;
  /** If omitted, there is no task-status callback. */
  readonly status?: StatusHandlerOptions['status'];
  /** If omitted, diagrams are not served. */
  readonly diagramPort?: DiagramPort | undefined;
  readonly logger: Logger;
}

/**
 * Creates the Web-standard handler of the callbacks (spec, Events). It can be mounted under any path, because only the
 * last segments of the path are read. status-handler.ts answers task-status calls, diagram-handler.ts calls for diagrams.
 *
 * For buttons, cheap checks come first: path, method, announced size, signature, headers, actual size, cipher, parameters,
 * id token; the port is called after all of them have passed. A decided press is answered with HTTP 200, a call that was
 * not accepted with 4xx, and 503 if the press was not stored or the result is unknown, so that the center can repeat the
 * call. The handler never rejects.
 */
export function createCallbackHandler(options: CallbackHandlerOptions): (request: Request) => Promise<Response> {
  const { status, diagramPort } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (parseButtonPath(pathname) === undefined) {
      const statusPath = parseSignedPath('task-status', pathname);
      if (status && statusPath) return answerStatusCall(request, statusPath, { ...options, status });
      const diagramPath = parseSignedPath('diagrams', pathname);
      if (diagramPort && diagramPath) return answerDiagramCall(request, diagramPath, { ...options, port: diagramPort });
    }
    const [answer, verdict] = await decide(request, options).catch((error: unknown) => {
      options.logger.error('a callback could not be answered; the center may call again', { reason: reasonOf(error) });
      return [answerRefusal('unavailable', options.texts)] as const;
    });
    return respond(answer, verdict, options);
  };
}

type Decision = readonly [Answer, Verdict?];

async function decide(request: Request, options: CallbackHandlerOptions): Promise<Decision> {
  const url = new URL(request.url);
  const path = parseButtonPath(url.pathname);
  if (path === undefined) return [answerRefusal('path-unknown', options.texts)];
  const refusal = checkBeforeBody(request, url, path, options);
  if (refusal !== undefined) return refuse(refusal, path, options);

  const raw = await openParameters(request, url, options);
  if ('refusal' in raw) return refuse(raw.refusal, path, options, raw.reason);
  const parameters = readPressParameters(raw.parameters, options.timeZone);
  if ('problem' in parameters) {
    // The same answer as for a body that cannot be decrypted: a different one would be a padding oracle.
    if (!options.cipher.oracleSafe) return refuse('undecodable', path, options, parameters.problem(EN));
    return [answerRefusal('parameter-wrong', options.texts, parameters.problem(options.texts))];
  }

  const token = request.headers.get(ID_TOKEN_HEADER) ?? '';
  const fault = await findIdTokenFault(options.idToken, token, parameters.account, request.headers);
  if (fault !== undefined) return refuse('id-token-refused', path, options, fault);
  const { taskId, actionKey } = path;
  const uuid = request.headers.get(UUID_HEADER) ?? '';
  const verdict = await options.port.press({ taskId, actionKey, uuid, ...parameters });
  return [answerVerdict(verdict), verdict];
}

/** The checks that need only the request line and the headers, not the body. */
function checkBeforeBody(
  request: Request,
  url: URL,
  path: ButtonPath,
  options: CallbackHandlerOptions,
): CallRefusal | undefined {
  const { headers, method } = request;
  if (!ALLOWED_METHODS.some((allowed) => allowed === method)) return 'method-not-allowed';
  const announcedBytes = method === 'GET' ? url.search.length : Number(headers.get('content-length') ?? 0);
  if (announcedBytes > options.maxBodyBytes) return 'too-large';
  const { appId, signingKeys, idToken, cipher } = options;
  if (!verifyButton(signingKeys, path.keyId, path.signature, { appId, ...path })) return 'signature-wrong';
  const uuid = headers.get(UUID_HEADER) ?? '';
  if (uuid === '') return 'uuid-missing';
  if (!/^[\x21-\x7e]{1,128}$/.test(uuid)) return 'uuid-malformed';
  if (idToken !== 'trust-center' && !headers.get(ID_TOKEN_HEADER)) return 'id-token-missing';
  if (method !== 'GET' && !cipher.accepts(mediaTypeOf(headers))) return 'media-type-wrong';
  return undefined;
}

function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
}

type Opened = { readonly parameters: unknown } | { readonly refusal: CallRefusal; readonly reason?: string };

async function openParameters(request: Request, url: URL, options: CallbackHandlerOptions): Promise<Opened> {
  const { headers } = request;
  const { cipher, maxBodyBytes } = options;
  if (request.method === 'GET') return open(() => cipher.decryptQuery(url.searchParams, headers));
  const body = await readBody(request, maxBodyBytes);
  return body === undefined ? { refusal: 'too-large' } : open(() => cipher.decrypt(body, headers));
}

async function open(decrypt: () => unknown): Promise<Opened> {
  try {
    return { parameters: await decrypt() };
  } catch (error) {
    return { refusal: 'undecodable', reason: reasonOf(error) };
  }
}

/**
 * Describes an error for the log. The message of an error that is not ours could quote the input, so only its name and
 * the first stack frame are logged.
 */
function reasonOf(error: unknown): string {
  if (error instanceof BridgeError && error.code === 'ERR_IDENTITY_FAILED')
    return `${error.message}${placeOf(error.cause)}`;
  if (error instanceof CipherError || error instanceof BridgeError) return error.message;
  if (!(error instanceof Error)) return 'a value was thrown that is not an Error';
  return `${error.name}${placeOf(error)}`;
}

function placeOf(error: unknown): string {
  const frames = error instanceof Error ? error.stack?.split('\n') : undefined;
  return frames?.find((line) => line.startsWith('    at '))?.slice(3) ?? '';
}

function refuse(
  refusal: CallRefusal,
  path: ButtonPath,
  { logger, texts }: CallbackHandlerOptions,
  reason?: string,
): Decision {
  const { taskId, actionKey } = path;
  logger.warn('a callback was refused', { refusal, taskId, actionKey, ...(reason === undefined ? {} : { reason }) });
  return [answerRefusal(refusal, texts)];
}

async function respond(answer: Answer, verdict: Verdict | undefined, { answer: hook, logger }: CallbackHandlerOptions) {
  try {
    return (await hook?.(answer, verdict)) ?? toResponse(answer);
  } catch (error) {
    // The press is already decided and stored: a failing hook must not change its answer.
    logger.error('the answer hook failed; the answer of the bridge was sent', { reason: reasonOf(error) });
    return toResponse(answer);
  }
}
