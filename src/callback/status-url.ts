import { createHmac, timingSafeEqual } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { ActionUrlOptions } from './action-url.ts';
import type { SigningKey } from './signature.ts';

const WORD = 'task-status';

/** What the path of a task-status callback names; the signature is not checked yet. */
export interface StatusPath {
  readonly keyId: string;
  readonly signature: string;
}

/**
 * Makes the address of the task-status callback: `{publicUrl}/task-status/{kid}.{sig}`. The center registers it once,
 * so the key that signed it stays among the accepted ones until another address is registered.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createStatusUrl({ publicUrl, appId, signingKeys }: ActionUrlOptions): string {
  const [key] = signingKeys;
  if (key === undefined) throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
  return `${publicUrl.replace(/\/+$/, '')}/${WORD}/${encodeURIComponent(key.id)}.${signStatus(key, appId)}`;
}

/** Reads the last two segments of a path, under any prefix. Undefined when they are no status address. */
export function parseStatusPath(pathname: string): StatusPath | undefined {
  const [word, tail = ''] = pathname.split('/').slice(-2);
  const [keyId, signature, ...rest] = tail.split('.');
  return word === WORD && keyId && signature && rest.length === 0 ? { keyId, signature } : undefined;
}

/** True when the key of that id made the signature; the time it takes says nothing about how much of it is right. */
export function verifyStatus(keys: readonly SigningKey[], { keyId, signature }: StatusPath, appId: string): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  const expected = Buffer.from(signStatus(key, appId));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** HMAC-SHA256 in base64url. Its word keeps it from being good for a button, and a button's from being good here. */
function signStatus({ secret }: SigningKey, appId: string): string {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify([WORD, appId]))
    .digest('base64url');
}
