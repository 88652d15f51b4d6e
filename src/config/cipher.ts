import { z } from 'zod';
import type { CipherRecipe, DecryptFunction } from '../callback/cipher.ts';
import { AES_BLOCK_BYTES, AES_KEY_BYTES } from '../callback/cipher-aes-cbc.ts';
import type { TextEncoding } from '../callback/decode-text.ts';
import { decodeText } from '../callback/decode-text.ts';
import { isJsonObject } from '../protocol/null-is-absent.ts';
import type { AesCbcOptions } from './bridge-options.ts';
import { functionOf, refuse, revealed, secret, select, text, whenObject } from './fields.ts';

const encoding = z.enum(['base64', 'hex', 'utf8']).default('base64');
const bodyPlace = select<'raw' | { field: string }>((value) =>
  isJsonObject(value) ? z.strictObject({ field: text }) : z.literal('raw', "must be 'raw' or { field }"),
);

const aesCbc = z
  .strictObject({
    kind: z.literal('aes-cbc'),
    key: secret,
    keyEncoding: encoding,
    iv: secret.optional(),
    ivEncoding: encoding,
    ivPrefixed: z.boolean().default(false),
    dataEncoding: z.enum(['base64', 'hex']).default('base64'),
    body: bodyPlace.prefault({ field: 'data' }),
  } satisfies Record<keyof AesCbcOptions, z.ZodType>)
  .refine(({ key, keyEncoding }) => hasBytes(key, keyEncoding, AES_KEY_BYTES), {
    path: ['key'],
    error: `must be ${AES_KEY_BYTES.join(', ')} bytes long in its keyEncoding`,
    when: whenObject,
  })
  .refine(({ iv, ivEncoding }) => hasBytes(iv, ivEncoding, [AES_BLOCK_BYTES]), {
    path: ['iv'],
    error: `must be ${AES_BLOCK_BYTES} bytes long in its ivEncoding`,
    when: whenObject,
  })
  .refine(({ iv, ivPrefixed }) => (iv === undefined) === (ivPrefixed === true), {
    path: ['iv'],
    error: 'must be given exactly when ivPrefixed is not true',
    when: whenObject,
  })
  .transform(({ iv, ivPrefixed: _, ...recipe }): CipherRecipe => ({ ...recipe, iv: iv ?? 'prefixed' }));

/** Also true where the text or its encoding is wrong in another way, which another problem says. */
function hasBytes(value: unknown, form: TextEncoding, sizes: readonly number[]): boolean {
  const written = revealed(value);
  if (written === undefined || !encoding.safeParse(form).success) return true;
  const bytes = decodeText(written, form);
  return bytes !== undefined && sizes.includes(bytes.length);
}

const CIPHERS = "must be { kind: 'none' }, { kind: 'aes-cbc', … } or a function of body and headers";
/** Option `callback.cipher`. */
export const cipher = select<CipherRecipe>((value) => {
  if (typeof value === 'function') return functionOf<DecryptFunction>();
  if (!isJsonObject(value)) return refuse(CIPHERS);
  if (value.kind === 'aes-cbc') return aesCbc;
  return z.strictObject({ kind: z.literal('none', CIPHERS) });
});
