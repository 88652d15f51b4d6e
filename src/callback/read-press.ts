import { createHash } from 'node:crypto';
import { BridgeError, InputError } from '../errors.ts';
import type { Log } from '../logger.ts';
import { ButtonParameters, ID_TOKEN_HEADER, UUID_HEADER } from '../protocol/button-callback.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { problemsOf } from '../protocol/problems.ts';
import { parseWireTime } from '../protocol/wire-time.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { EN } from '../texts/en.ts';
import { fillText } from '../texts/fill-text.ts';
import { type ButtonPath, parseButtonPath, type SigningKey, verifyButton } from './addresses.ts';
import { ALLOWED_METHODS, type Answer, answerRefusal, type CallRefusal, mediaTypeOf } from './answer.ts';
import { type Cipher, CipherError } from './cipher/cipher.ts';
import { findIdTokenFault, type IdTokenCheck } from './id-token/id-token.ts';

/** A button callback after all checks of the call: signature, body and id token. */
export interface ReceivedPress {
  readonly taskId: string;
  readonly actionKey: string;
  /** Header of the call. With taskId and actionKey it is the replay key; all presses of a batch may have the same uuid. */
  readonly uuid: string;
  /** Account of the person who pressed, exactly as sent. */
  readonly account: string;
  /** Null if missing or empty. */
  readonly opinions: string | null;
  /** Null if missing or empty. */
  readonly nextNodeKey: string | null;
  /** Time of the press in epoch milliseconds. */
  readonly pressedAt: number;
  /** Hash of the parameters; a call with the same replay key must have the same hash. */
  readonly fingerprint: string;
}

/** Which calls are accepted. */
export interface ReadPressOptions {
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
  readonly log: Log;
}

/**
 * Verifies and decodes a button callback. Cheap checks come first: path, method, announced size, signature, headers, actual
 * size, cipher, parameters, id token.
 * @returns the press, or the answer to a call that is not accepted
 * @throws the error of the id token check: it is not possible now, so the center can repeat the call
 */
export async function readPress(
  request: Request,
  options: ReadPressOptions,
): Promise<{ readonly press: ReceivedPress } | { readonly refused: Answer }> {
  const url = new URL(request.url);
  const path = parseButtonPath(url.pathname);
  if (path === undefined) return { refused: answerRefusal('path-unknown', options.texts) };
  const refusal = checkBeforeBody(request, url, path, options);
  if (refusal !== undefined) return refuse(refusal, path, options);

  const raw = await openParameters(request, url, options);
  if ('refusal' in raw) return refuse(raw.refusal, path, options, raw.reason);
  const parameters = readPressParameters(raw.parameters, options.timeZone);
  if ('problem' in parameters) {
    // The same answer as for a body that cannot be decrypted: a different one would be a padding oracle.
    if (!options.cipher.oracleSafe) return refuse('undecodable', path, options, parameters.problem(EN));
    return { refused: answerRefusal('parameter-wrong', options.texts, parameters.problem(options.texts)) };
  }

  const token = request.headers.get(ID_TOKEN_HEADER) ?? '';
  const fault = await findIdTokenFault(options.idToken, token, parameters.account, request.headers);
  if (fault !== undefined) return refuse('id-token-refused', path, options, fault);
  const { taskId, actionKey } = path;
  return { press: { taskId, actionKey, uuid: request.headers.get(UUID_HEADER) ?? '', ...parameters } };
}

/** The checks that need only the request line and the headers, not the body. */
function checkBeforeBody(
  request: Request,
  url: URL,
  path: ButtonPath,
  options: ReadPressOptions,
): CallRefusal | undefined {
  const { headers, method } = request;
  if (!ALLOWED_METHODS.some((allowed) => allowed === method)) return 'method-not-allowed';
  const announcedBytes = method === 'GET' ? url.search.length : Number(headers.get('content-length') ?? 0);
  if (announcedBytes > options.maxBodyBytes) return 'too-large';
  const { appId, signingKeys, idToken, cipher } = options;
  if (!verifyButton(signingKeys, path, appId)) return 'signature-wrong';
  const uuid = headers.get(UUID_HEADER) ?? '';
  if (uuid === '') return 'uuid-missing';
  if (!/^[\x21-\x7e]{1,128}$/.test(uuid)) return 'uuid-malformed';
  if (idToken !== 'trust-center' && !headers.get(ID_TOKEN_HEADER)) return 'id-token-missing';
  if (method !== 'GET' && !cipher.accepts(mediaTypeOf(headers))) return 'media-type-wrong';
  return undefined;
}

type Opened = { readonly parameters: unknown } | { readonly refusal: CallRefusal; readonly reason?: string };

async function openParameters(request: Request, url: URL, options: ReadPressOptions): Promise<Opened> {
  const { headers } = request;
  const { cipher, maxBodyBytes } = options;
  if (request.method === 'GET') return open(() => cipher.decryptQuery(url.searchParams, headers));
  const body = await readBody(request, maxBodyBytes);
  return body === undefined ? { refusal: 'too-large' } : open(() => cipher.decrypt(body, headers));
}

/**
 * Reads a body of at most `maxBytes`; returns undefined as soon as a chunk exceeds the limit, without reading the rest.
 * Does not rely on content-length.
 * @throws {InputError} `ERR_INPUT_INVALID`: a body parser has read the body; mount the handler in front of body parsers
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  if (request.bodyUsed || request.body.locked) {
    throw new InputError('ERR_INPUT_INVALID', 'the body was already read; mount the handler in front of body parsers');
  }
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > maxBytes) return undefined;
      chunks.push(value);
    }
  } finally {
    // Not cancelled: with common adapters this would destroy the socket before the answer is sent.
    reader.releaseLock();
  }
}

async function open(decrypt: () => unknown): Promise<Opened> {
  try {
    return { parameters: await decrypt() };
  } catch (error) {
    return { refusal: 'undecodable', reason: reasonOf(error) };
  }
}

/** The fields of a press that come from its parameters. */
type PressParameters = Pick<ReceivedPress, 'account' | 'opinions' | 'nextNodeKey' | 'pressedAt' | 'fingerprint'>;

/** Describes the problems with parameters by name, without their values, in the language of a catalogue. */
type DescribeProblem = (texts: Catalogue) => string;

/**
 * Checks the parameters of a button callback.
 * @param timeZone IANA time zone of the parameter `time`
 */
function readPressParameters(raw: unknown, timeZone: string): PressParameters | { readonly problem: DescribeProblem } {
  const parsed = ButtonParameters.safeParse(raw);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error);
    return { problem: (texts) => problems.map(({ path, message }) => describe(raw, path, message, texts)).join('; ') };
  }
  const { accountName: account, opinions, nextNodeKey, time: text } = parsed.data;
  const pressedAt = parseWireTime(text, timeZone);
  if (pressedAt === undefined) return { problem: (texts) => fillText(texts, 'call.timeUnknown', { timeZone }) };
  // A query cannot contain null, so an empty text means null everywhere.
  const parameters = { account, opinions: opinions || null, nextNodeKey: nextNodeKey || null, pressedAt };
  return { ...parameters, fingerprint: fingerprintOf(parameters) };
}

function describe(raw: unknown, name: string, problem: string, texts: Catalogue): string {
  if (!isJsonObject(raw)) return texts['call.parametersNotObject'];
  const value = raw[name];
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing) return fillText(texts, 'call.parameterMissing', { name });
  return fillText(texts, 'call.parameterMalformed', { name, problem });
}

/** SHA-256 over the parameters in a fixed order; JSON separates them unambiguously. */
function fingerprintOf({ account, opinions, nextNodeKey, pressedAt }: Omit<PressParameters, 'fingerprint'>): string {
  return createHash('sha256')
    .update(JSON.stringify([account, opinions, nextNodeKey, pressedAt]))
    .digest('hex');
}

/**
 * Describes an error for the log. The message of an error that is not ours could quote the input, so only its name and
 * the first stack frame are logged.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof CipherError || error instanceof BridgeError) return error.message;
  if (!(error instanceof Error)) return 'a value was thrown that is not an Error';
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at '));
  return `${error.name}${place?.slice(3) ?? ''}`;
}

function refuse(
  refusal: CallRefusal,
  path: ButtonPath,
  { log, texts }: ReadPressOptions,
  reason?: string,
): { readonly refused: Answer } {
  const { taskId, actionKey } = path;
  log('callback.refused', { refusal, taskId, actionKey, ...(reason === undefined ? {} : { reason }) });
  return { refused: answerRefusal(refusal, texts) };
}
