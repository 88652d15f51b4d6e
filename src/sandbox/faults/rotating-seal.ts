import { randomBytes } from 'node:crypto';
import { createSealParameters, hasKey, type SealParameters } from '../http/seal-parameters.ts';
import type { CallbackCipher } from '../setup/callback-cipher.ts';
import type { ReadFaultRule } from './fault-rule.ts';

/** The callback cipher with a key that can be rotated. */
export interface RotatingSeal {
  /** Encrypts with the current key. */
  readonly seal: SealParameters;
  /** Encrypts with a random key. */
  readonly sealWrongly: SealParameters;
  /** Uses this key from now on, encoded as the original; omitted: a random key. */
  rotate(key?: string): void;
  /** Uses the original key again. */
  restore(): void;
  /** Why a key cannot be used for a rotation; undefined when it can. */
  refuseKey(key: string | undefined): string | undefined;
}

/** @throws {InputError} `ERR_CONFIG_INVALID`: key or iv of the cipher cannot be used */
export function createRotatingSeal(cipher: CallbackCipher): RotatingSeal {
  const first = createSealParameters(cipher);
  let current = first;
  const withKey = (key: string) => createSealParameters(hasKey(cipher) ? { ...cipher, key } : cipher);
  return {
    seal: (parameters) => current(parameters),
    sealWrongly: (parameters) => withKey(newKey(cipher))(parameters),
    rotate(key = newKey(cipher)) {
      current = withKey(key);
    },
    restore() {
      current = first;
    },
    refuseKey(key) {
      if (!hasKey(cipher)) return 'requires a callbackCipher with a key; this sandbox has none';
      if (key === undefined) return undefined;
      try {
        withKey(key);
        return undefined;
      } catch {
        return 'key cannot be used with the callbackCipher of this sandbox';
      }
    },
  };
}

/** A random key with the length and encoding of the key of the cipher. */
function newKey(cipher: CallbackCipher): string {
  if (!hasKey(cipher)) return '';
  const { key, keyEncoding = 'base64' } = cipher;
  const { length } = Buffer.from(key, keyEncoding);
  if (keyEncoding === 'utf8') return randomBytes(length).toString('hex').slice(0, length);
  return randomBytes(length).toString(keyEncoding);
}

/** Returns a function that says why a rule cannot be applied with this cipher. */
export function refuseForSeal(seal: RotatingSeal): (rule: ReadFaultRule) => string | undefined {
  return (rule) => {
    if (rule.fault === 'wrong-cipher') return seal.refuseKey(undefined);
    return rule.fault === 'cipher-rotated' ? seal.refuseKey(rule.key) : undefined;
  };
}
