/** The addresses at which the center calls: one for each button, and one for each purpose that is valid for all tasks. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { Secret } from '../secret.ts';

/** A key that signs callback addresses. The address contains its id, so that keys can be rotated while tasks are open. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Secret;
}

export interface AddressOptions {
  /** URL at which the center reaches the handler, including its path prefix; trailing slashes are ignored. */
  readonly publicUrl: string;
  readonly appId: string;
  /** The first one signs. */
  readonly signingKeys: readonly SigningKey[];
}

/** Which key signed an address, and its signature, which is not verified yet. */
export interface SignedPath {
  readonly keyId: string;
  readonly signature: string;
}

/** The parts of the path of a button callback. */
export interface ButtonPath extends SignedPath {
  readonly taskId: string;
  readonly actionKey: string;
}

/** Part of the address and of its signature, so that a signature is not valid for another purpose. */
export type AddressPurpose = 'task-status' | 'diagrams';

/**
 * Creates the function that returns the address of a button: `{publicUrl}/tasks/{taskId}/{actionKey}/{kid}.{sig}`.
 * The address depends only on the task, the button and the signing key.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createActionUrl(options: AddressOptions): (taskId: string, actionKey: string) => string {
  const key = signingKeyOf(options);
  const { appId, publicUrl } = options;
  const base = withoutSlashes(publicUrl);
  return (taskId, actionKey) => {
    for (const segment of [taskId, actionKey]) refuseUnroutable(segment);
    const signature = signButton(key.secret, { appId, taskId, actionKey });
    return `${base}/${formatButtonPath({ taskId, actionKey, keyId: key.id, signature })}`;
  };
}

/** HTTP clients remove dot segments, escaped or not (RFC 3986, 5.2.4), so such a button could never be pressed. */
function refuseUnroutable(segment: string): void {
  if (segment !== '' && segment !== '.' && segment !== '..') return;
  throw new InputError(
    'ERR_INPUT_INVALID',
    `a task id or button key "${segment}" cannot be used in an address; choose another name`,
  );
}

/** Returns `tasks/{taskId}/{actionKey}/{kid}.{sig}`, the end of every button address. */
export function formatButtonPath({ taskId, actionKey, keyId, signature }: ButtonPath): string {
  return ['tasks', taskId, actionKey, `${keyId}.${signature}`].map(encodeURIComponent).join('/');
}

/**
 * Reads the last four segments of a path, under any prefix. Undefined if they are not a button address.
 * Only the canonical spelling is accepted: a segment must be escaped exactly as `formatButtonPath` escapes it.
 */
export function parseButtonPath(pathname: string): ButtonPath | undefined {
  const [tasks, taskId, actionKey, tail] = pathname.split('/').slice(-4).map(decodeSegment);
  const signed = parseSigned(tail);
  return tasks === 'tasks' && taskId && actionKey && signed ? { taskId, actionKey, ...signed } : undefined;
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text) === segment ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns an address that is valid for all tasks of the application: `{publicUrl}/{purpose}/{kid}.{sig}`. It is registered
 * once, so the key that signed it must be accepted until another address is registered.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createSignedAddress(purpose: AddressPurpose, options: AddressOptions): string {
  const { id, secret } = signingKeyOf(options);
  const signature = sign(secret, [purpose, options.appId]);
  return `${withoutSlashes(options.publicUrl)}/${purpose}/${encodeURIComponent(id)}.${signature}`;
}

/** Reads the last two segments of a path, under any prefix. Undefined if they are not an address of this purpose. */
export function parseSignedPath(purpose: AddressPurpose, pathname: string): SignedPath | undefined {
  const [given, tail] = pathname.split('/').slice(-2);
  return given === purpose ? parseSigned(tail) : undefined;
}

function parseSigned(tail: string | undefined): SignedPath | undefined {
  const [keyId, signature, ...rest] = (tail ?? '').split('.');
  return keyId && signature && rest.length === 0 ? { keyId, signature } : undefined;
}

function withoutSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

function signingKeyOf({ signingKeys: [key] }: AddressOptions): SigningKey {
  if (key !== undefined) return key;
  throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
}

type SignedButton = Pick<ButtonPath, 'taskId' | 'actionKey'> & Pick<AddressOptions, 'appId'>;

/** The text `button` makes the signature invalid for other kinds of addresses. */
const partsOf = ({ appId, taskId, actionKey }: SignedButton) => ['button', appId, taskId, actionKey];

export function signButton(secret: Secret, button: SignedButton): string {
  return sign(secret, partsOf(button));
}

/** Returns whether one of the keys made the signature of a button address. */
export function verifyButton(keys: readonly SigningKey[], path: ButtonPath, appId: string): boolean {
  return verify(keys, path, partsOf({ ...path, appId }));
}

/** Returns whether one of the keys made the signature of an address of this purpose. */
export function verifySignedPath(
  purpose: AddressPurpose,
  keys: readonly SigningKey[],
  path: SignedPath,
  appId: string,
): boolean {
  return verify(keys, path, [purpose, appId]);
}

/**
 * HMAC-SHA256 in base64url. Host and prefix are not signed, so they may change; JSON separates the parts unambiguously.
 */
function sign(secret: Secret, parts: readonly string[]): string {
  return createHmac('sha256', secret.reveal()).update(JSON.stringify(parts)).digest('base64url');
}

/** Compares in constant time. */
function verify(keys: readonly SigningKey[], { keyId, signature }: SignedPath, parts: readonly string[]): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  // Compares the texts, not the decoded bytes, because decoding ignores two bits of the last base64url character.
  const expected = Buffer.from(sign(key.secret, parts));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
