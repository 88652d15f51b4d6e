import { createDecipheriv } from 'node:crypto';
import { algorithmOf, readKey } from './block-cipher.ts';
import type { Cipher, GcmRecipe } from './cipher.ts';
import { CipherError } from './cipher.ts';
import { createEnvelopeCipher } from './envelope.ts';

/** The recommended size (NIST SP 800-38D, 5.2.1.1). */
const GCM_IV_BYTES = 12;
/** The full tag; a shorter one is easier to forge. */
const TAG_BYTES = 16;

/**
 * The data is iv, cipher text, tag, in this order. A changed text cannot be decrypted, so a decrypted one was sent by an
 * owner of the key, and the answer may name the wrong parameter (`oracleSafe`).
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createGcmCipher(recipe: GcmRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, true, (data) => decryptGcm(key, data));
}

/**
 * Decrypts AES-GCM without associated data (NIST SP 800-38D).
 * @throws {CipherError} the data is too short, or the tag does not match the text and the key
 */
export function decryptGcm(key: Uint8Array, data: Uint8Array): Uint8Array {
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
