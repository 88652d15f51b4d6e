import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../secret.ts';

/** A key that signs callback addresses. Its id stands in the address, so that keys can be changed while tasks are open. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Secret;
}

/** What the address of a button is about. */
export interface ButtonAddress {
  readonly appId: string;
  readonly taskId: string;
  readonly actionKey: string;
}

/**
 * HMAC-SHA256 in base64url over what the address is about, not over host or prefix, which may change.
 * The word `button` keeps it from being good for any other kind of address; JSON keeps the parts apart, whatever
 * characters they hold.
 */
export function signButton(secret: Secret, { appId, taskId, actionKey }: ButtonAddress): string {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify(['button', appId, taskId, actionKey]))
    .digest('base64url');
}

/** True when the key of that id made the signature; the time it takes says nothing about how much of it is right. */
export function verifyButton(
  keys: readonly SigningKey[],
  keyId: string,
  signature: string,
  address: ButtonAddress,
): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return false;
  // The texts are compared, not what they decode to: the last base64url character has two bits that decode to nothing.
  const expected = Buffer.from(signButton(key.secret, address));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
