import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../secret.ts';

/** A key that signs callback addresses. The address contains its id, so that keys can be rotated while tasks are open. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Secret;
}

/** The signed parts of the address of a button. */
export interface ButtonAddress {
  readonly appId: string;
  readonly taskId: string;
  readonly actionKey: string;
}

/**
 * Signs the parts of a button address with HMAC-SHA256, in base64url. Host and prefix are not signed, so they may change.
 * The text `button` makes the signature invalid for other kinds of addresses; JSON separates the parts unambiguously.
 */
export function signButton(secret: Secret, { appId, taskId, actionKey }: ButtonAddress): string {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify(['button', appId, taskId, actionKey]))
    .digest('base64url');
}

/** Returns whether the key with this id made the signature. Compares in constant time. */
export function verifyButton(
  keys: readonly SigningKey[],
  keyId: string,
  signature: string,
  address: ButtonAddress,
): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  // Compares the texts, not the decoded bytes, because decoding ignores two bits of the last base64url character.
  const expected = Buffer.from(signButton(key.secret, address));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
