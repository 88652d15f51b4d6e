import { createHmac, timingSafeEqual } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { ActionUrlOptions } from './action-url.ts';
import type { SigningKey } from './signature.ts';

/** What such an address is for; the word stands in it, and keeps a signature from being good for another kind. */
export type AddressWord = 'task-status' | 'diagrams';

/** What the path of such an address names; the signature is not checked yet. */
export interface SignedPath {
  readonly keyId: string;
  readonly signature: string;
}

/**
 * Makes an address that is good for the whole application: `{publicUrl}/{word}/{kid}.{sig}`. It is registered once, so
 * the key that signed it stays among the accepted ones until another address is registered.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createSignedAddress(word: AddressWord, { publicUrl, appId, signingKeys }: ActionUrlOptions): string {
  const [key] = signingKeys;
  if (key === undefined) throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
  return `${publicUrl.replace(/\/+$/, '')}/${word}/${encodeURIComponent(key.id)}.${sign(key, word, appId)}`;
}

/** Reads the last two segments of a path, under any prefix. Undefined when they are no address of that word. */
export function parseSignedPath(word: AddressWord, pathname: string): SignedPath | undefined {
  const [given, tail = ''] = pathname.split('/').slice(-2);
  const [keyId, signature, ...rest] = tail.split('.');
  return given === word && keyId && signature && rest.length === 0 ? { keyId, signature } : undefined;
}

/** True when the key of that id made the signature; the time it takes says nothing about how much of it is right. */
export function verifySignedPath(
  word: AddressWord,
  keys: readonly SigningKey[],
  { keyId, signature }: SignedPath,
  appId: string,
): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  const expected = Buffer.from(sign(key, word, appId));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** HMAC-SHA256 in base64url. */
function sign({ secret }: SigningKey, word: AddressWord, appId: string): string {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify([word, appId]))
    .digest('base64url');
}
