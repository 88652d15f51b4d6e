import { randomBytes } from 'node:crypto';
import { type CallbackCipher, createSealParameters, hasKey, type SealParameters } from '../http/callback-cipher.ts';
import type { ReadFaultRule } from './fault-rule.ts';

/** The callback cipher, whose key can change. */
export interface RotatingSeal {
  /** Encrypts with the key of now. */
  readonly seal: SealParameters;
  /** Encrypts with a key that nobody knows. */
  readonly sealWrongly: SealParameters;
  /** From now on the key is this one, encoded as the first, or one that nobody knows. */
  rotate(key?: string): void;
  /** The first key again. */
  restore(): void;
  /** Why the key of a rotation cannot be used; undefined where it can. */
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
      if (!hasKey(cipher)) return 'needs a callbackCipher with a key: this sandbox has none';
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

/** As long as the key of the cipher, and encoded as that. */
function newKey(cipher: CallbackCipher): string {
  if (!hasKey(cipher)) return '';
  const { key, keyEncoding = 'base64' } = cipher;
  const { length } = Buffer.from(key, keyEncoding);
  if (keyEncoding === 'utf8') return randomBytes(length).toString('hex').slice(0, length);
  return randomBytes(length).toString(keyEncoding);
}

/** What a sandbox with this cipher cannot do of a rule. */
export function refuseForSeal(seal: RotatingSeal): (rule: ReadFaultRule) => string | undefined {
  return (rule) => {
    if (rule.fault === 'wrong-cipher') return seal.refuseKey(undefined);
    return rule.fault === 'cipher-rotated' ? seal.refuseKey(rule.key) : undefined;
  };
}
