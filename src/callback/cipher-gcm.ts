import { createDecipheriv } from 'node:crypto';
import { algorithmOf, readKey } from './block-cipher.ts';
import type { Cipher, GcmRecipe } from './cipher.ts';
import { CipherError } from './cipher.ts';
import { createEnvelopeCipher } from './envelope.ts';

/** NIST SP 800-38D, 5.2.1.1: the size that needs no hashing, and the one everybody writes. */
const GCM_IV_BYTES = 12;
/** The whole tag; a shorter one could be guessed. */
const TAG_BYTES = 16;

/**
 * The data is iv, cipher text, tag, in this order. What was changed does not open, so what was opened came from who
 * has the key, and may be told which of its parameters is wrong (`oracleSafe`).
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createGcmCipher(recipe: GcmRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, true, (data) => openSealed(key, data));
}

/**
 * AES-GCM without associated data (NIST SP 800-38D).
 * @throws {CipherError} too short, or the tag is not that of this text under this key
 */
export function openSealed(key: Uint8Array, data: Uint8Array): Uint8Array {
  if (data.length < GCM_IV_BYTES + TAG_BYTES) throw new CipherError('the cipher text is too short for iv and tag');
  const iv = data.subarray(0, GCM_IV_BYTES);
  const end = data.length - TAG_BYTES;
  const decipher = createDecipheriv(algorithmOf('aes-gcm', key.length) as 'aes-256-gcm', key, iv, {
    authTagLength: TAG_BYTES,
  }).setAuthTag(data.subarray(end));
  const text = decipher.update(data.subarray(GCM_IV_BYTES, end));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new CipherError('the tag is wrong: another key, or a changed text');
  }
}
