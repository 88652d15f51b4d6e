import { BridgeError } from '../../errors.ts';
import { createSealParameters } from '../../sandbox/http/seal-parameters.ts';
import type { CallbackCipher } from '../../sandbox/setup/callback-cipher.ts';
import { UsageError } from '../command.ts';

/** @throws {UsageError} unknown cipher, or invalid length of key or iv; the message contains neither */
export function readCipher(given: string): CallbackCipher {
  const cipher = parse(given);
  if (cipher === undefined) {
    throw new UsageError(
      '--cipher: must be none, or <kind>:<key> or <kind>:<key>:<iv> in base64 with aes-gcm, aes-cbc, aes-ecb or sm4-cbc; only cbc takes an iv.',
    );
  }
  try {
    createSealParameters(cipher);
  } catch (error) {
    if (error instanceof BridgeError) throw new UsageError(`--cipher: ${error.message}.`);
    throw error;
  }
  return cipher;
}

function parse(given: string): CallbackCipher | undefined {
  if (given === 'none') return 'none';
  const [kind, key, iv, ...more] = given.split(':');
  if (key === undefined || key === '' || more.length > 0) return undefined;
  switch (kind) {
    case 'aes-cbc':
    case 'sm4-cbc':
      return iv === undefined ? { kind, key, ivPrefixed: true } : { kind, key, iv };
    case 'aes-ecb':
    case 'aes-gcm':
      return iv === undefined ? { kind, key } : undefined;
    default:
      return undefined;
  }
}
