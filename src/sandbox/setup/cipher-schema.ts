import * as z from 'zod';
import type { EncryptFunction } from '../http/callback-cipher.ts';
import { text } from './field-schemas.ts';

const encoding = z.enum(['base64', 'hex', 'utf8']).optional();

const keyed = {
  key: text,
  keyEncoding: encoding,
  dataEncoding: z.enum(['base64', 'hex']).optional(),
  body: z
    .union([z.literal('raw'), z.strictObject({ field: text })], { error: 'must be "raw" or { field }' })
    .optional(),
};

const encrypt = z.custom<EncryptFunction>((value) => typeof value === 'function', { error: 'must be a function' });

const cbc = { ...keyed, iv: text.optional(), ivEncoding: encoding, ivPrefixed: z.boolean().optional() };

/** The lengths of key and iv are checked by `createSealParameters`. */
export const callbackCipher = z.preprocess(
  (given) => {
    if (typeof given === 'function') return { kind: 'function', encrypt: given };
    return given === 'none' ? { kind: 'none' } : given;
  },
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('aes-cbc'), ...cbc }),
      z.strictObject({ kind: z.literal('sm4-cbc'), ...cbc }),
      z.strictObject({ kind: z.literal('aes-ecb'), ...keyed }),
      z.strictObject({ kind: z.literal('aes-gcm'), ...keyed }),
      z.strictObject({ kind: z.literal('function'), encrypt }).transform((given) => given.encrypt),
    ],
    { error: 'must be "none", or an object whose kind is one of none, aes-gcm, aes-cbc, sm4-cbc, aes-ecb' },
  ),
);
