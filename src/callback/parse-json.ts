import { CipherError } from './cipher/cipher.ts';

/** @throws {CipherError} without the message of the parser, which would quote the text */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new CipherError('it is not JSON in UTF-8');
  }
}
