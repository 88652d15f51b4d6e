import { createHmac, timingSafeEqual } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { ActionUrlOptions } from './action-url.ts';
import type { SigningKey } from './signature.ts';

/** Part of the address and of its signature, so that a signature is not valid for another purpose. */
export type AddressPurpose = 'task-status' | 'diagrams';

/** The parts of the path of such an address; the signature is not verified yet. */
export interface SignedPath {
  readonly keyId: string;
  readonly signature: string;
}

/**
 * Returns an address that is valid for all tasks of the application: `{publicUrl}/{purpose}/{kid}.{sig}`. It is registered
 * once, so the key that signed it must be accepted until another address is registered.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createSignedAddress(
  purpose: AddressPurpose,
  { publicUrl, appId, signingKeys }: ActionUrlOptions,
): string {
  const [key] = signingKeys;
  if (key === undefined) throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}/${purpose}/${encodeURIComponent(key.id)}.${sign(key, purpose, appId)}`;
}

/** Reads the last two segments of a path, under any prefix. Undefined if they are not an address of this purpose. */
export function parseSignedPath(purpose: AddressPurpose, pathname: string): SignedPath | undefined {
  const [given, tail = ''] = pathname.split('/').slice(-2);
  const [keyId, signature, ...rest] = tail.split('.');
  return given === purpose && keyId && signature && rest.length === 0 ? { keyId, signature } : undefined;
}

/** Returns whether the key with this id made the signature. Compares in constant time. */
export function verifySignedPath(
  purpose: AddressPurpose,
  keys: readonly SigningKey[],
  { keyId, signature }: SignedPath,
  appId: string,
): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  const expected = Buffer.from(sign(key, purpose, appId));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** HMAC-SHA256 in base64url. */
function sign({ secret }: SigningKey, purpose: AddressPurpose, appId: string): string {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify([purpose, appId]))
    .digest('base64url');
}
