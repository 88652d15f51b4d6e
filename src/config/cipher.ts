import * as z from 'zod';
import {
  type CbcRecipe,
  type CipherRecipe,
  type DecryptFunction,
  decodeText,
  type EcbRecipe,
  type GcmRecipe,
  type TextEncoding,
} from '../callback/cipher/cipher.ts';
import { BLOCK_BYTES, KEY_BYTES, type KeyedKind, whyUnavailable } from '../callback/cipher/create-cipher.ts';
import { isJsonObject } from '../protocol/fields.ts';
import type { AesCbcOptions, AesEcbOptions, AesGcmOptions, Sm4CbcOptions } from './cipher-options.ts';
import { functionOf, refuse, revealed, secret, select, text, whenObject } from './fields.ts';

const encoding = z.enum(['base64', 'hex', 'utf8']).default('base64');
const bodyPlace = select<'raw' | { field: string }>((value) =>
  isJsonObject(value) ? z.strictObject({ field: text }) : z.literal('raw', "must be 'raw' or { field }"),
);

function keyed<Kind extends KeyedKind>(kind: Kind) {
  return {
    kind: z.literal(kind).refine(() => whyUnavailable(kind) === undefined, { error: () => whyUnavailable(kind) }),
    key: secret,
    keyEncoding: encoding,
    dataEncoding: z.enum(['base64', 'hex']).default('base64'),
    body: bodyPlace.prefault({ field: 'data' }),
  };
}

/** Whether the size of the key is allowed for the cipher. */
function keyFits(kind: KeyedKind) {
  return (recipe: { readonly key: unknown; readonly keyEncoding: TextEncoding }) =>
    hasBytes(recipe.key, recipe.keyEncoding, KEY_BYTES[kind]);
}

function keyMisfit(kind: KeyedKind) {
  const error = `must be ${KEY_BYTES[kind].join(', ')} bytes long in its keyEncoding`;
  return { path: ['key'], error, when: whenObject };
}

function cbc<Kind extends 'aes-cbc' | 'sm4-cbc'>(kind: Kind) {
  return z
    .strictObject({
      ...keyed(kind),
      iv: secret.optional(),
      ivEncoding: encoding,
      ivPrefixed: z.boolean().default(false),
    } satisfies Record<keyof AesCbcOptions & keyof Sm4CbcOptions, z.ZodType>)
    .refine(keyFits(kind), keyMisfit(kind))
    .refine(({ iv, ivEncoding }) => hasBytes(iv, ivEncoding, [BLOCK_BYTES]), {
      path: ['iv'],
      error: `must be ${BLOCK_BYTES} bytes long in its ivEncoding`,
      when: whenObject,
    })
    .refine(({ iv, ivPrefixed }) => (iv === undefined) === (ivPrefixed === true), {
      path: ['iv'],
      error: 'is required unless ivPrefixed is true, and not allowed with it',
      when: whenObject,
    })
    .transform(({ iv, ivPrefixed: _, ...recipe }): CbcRecipe => ({ ...recipe, iv: iv ?? 'prefixed' }));
}

const ecb = z
  .strictObject(keyed('aes-ecb') satisfies Record<keyof AesEcbOptions, z.ZodType>)
  .refine(keyFits('aes-ecb'), keyMisfit('aes-ecb')) satisfies z.ZodType<EcbRecipe>;

const NO_FIXED_IV = 'aes-gcm takes none: two texts under one iv give away both; the iv stands in front of the data';
const gcm = z
  .strictObject({
    ...keyed('aes-gcm'),
    ivPrefixed: z.literal(true, 'must be true or left out: an iv that is always the same breaks aes-gcm').optional(),
    iv: z.undefined({ error: NO_FIXED_IV }).optional(),
  } satisfies Record<keyof AesGcmOptions, z.ZodType> & { iv: z.ZodType })
  .refine(keyFits('aes-gcm'), keyMisfit('aes-gcm'))
  .transform(({ iv: _iv, ivPrefixed: _, ...recipe }): GcmRecipe => recipe);

/** Also true if the text or its encoding is invalid, because another problem reports this. */
function hasBytes(value: unknown, form: TextEncoding, sizes: readonly number[]): boolean {
  const written = revealed(value);
  if (written === undefined || !encoding.safeParse(form).success) return true;
  const bytes = decodeText(written, form);
  return bytes !== undefined && sizes.includes(bytes.length);
}

const RECIPES = {
  'aes-cbc': cbc('aes-cbc'),
  'aes-ecb': ecb,
  'aes-gcm': gcm,
  'sm4-cbc': cbc('sm4-cbc'),
} as const satisfies Record<KeyedKind, z.ZodType<CipherRecipe>>;
const KINDS = Object.keys(RECIPES).map((kind) => `'${kind}'`);
const CIPHERS = `must be { kind: 'none' }, { kind: ${KINDS.join(' | ')}, … } or a function of body and headers`;

/** Option `callback.cipher`. */
export const cipher = select<CipherRecipe>((value) => {
  if (typeof value === 'function') return functionOf<DecryptFunction>();
  if (!isJsonObject(value)) return refuse(CIPHERS);
  const { kind } = value;
  if (typeof kind === 'string' && Object.hasOwn(RECIPES, kind)) return RECIPES[kind as KeyedKind];
  return z.strictObject({ kind: z.literal('none', CIPHERS) });
});
