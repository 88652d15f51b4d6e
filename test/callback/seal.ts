import { createCipheriv, randomBytes } from 'node:crypto';
import { decodeText } from '../../src/callback/cipher/cipher.ts';
import type { Secret } from '../../src/secret.ts';
import type { CipherRecipe } from '../support/inner/callback.ts';

export type NamedRecipe = Exclude<CipherRecipe, (...args: never[]) => unknown>;

/** A body as a center writes it, and the query of a GET that says the same. */
export interface Sealed {
  readonly body: string;
  readonly query: string;
}

/** Encrypts as a center does that uses the recipe. */
export function seal(recipe: NamedRecipe, text: string): Sealed {
  if (recipe.kind === 'none') return { body: text, query: queryOf(text) };
  const data = encrypt(recipe, Buffer.from(text)).toString(recipe.dataEncoding);
  if (recipe.body === 'raw') return { body: data, query: `${new URLSearchParams({ data })}` };
  const fields = { [recipe.body.field]: data };
  return { body: JSON.stringify(fields), query: `${new URLSearchParams(fields)}` };
}

function encrypt(recipe: Exclude<NamedRecipe, { kind: 'none' }>, text: Uint8Array): Buffer {
  const key = bytesOf(recipe.key, recipe.keyEncoding);
  const bits = key.length * 8;
  switch (recipe.kind) {
    case 'aes-ecb': {
      const writer = createCipheriv(`aes-${bits}-ecb`, key, null);
      return Buffer.concat([writer.update(text), writer.final()]);
    }
    case 'aes-gcm': {
      const iv = randomBytes(12);
      const writer = createCipheriv(`aes-${bits}-gcm` as 'aes-256-gcm', key, iv);
      return Buffer.concat([iv, writer.update(text), writer.final(), writer.getAuthTag()]);
    }
    case 'aes-cbc':
    case 'sm4-cbc': {
      const iv = recipe.iv === 'prefixed' ? randomBytes(16) : bytesOf(recipe.iv, recipe.ivEncoding);
      const writer = createCipheriv(recipe.kind === 'sm4-cbc' ? recipe.kind : `aes-${bits}-cbc`, key, iv);
      const blocks = [writer.update(text), writer.final()];
      return Buffer.concat(recipe.iv === 'prefixed' ? [iv, ...blocks] : blocks);
    }
  }
}

function bytesOf(secret: Secret, encoding: 'base64' | 'hex' | 'utf8'): Uint8Array {
  return decodeText(secret.reveal(), encoding) ?? new Uint8Array();
}

function queryOf(text: string): string {
  try {
    return `${new URLSearchParams(JSON.parse(text))}`;
  } catch {
    return '';
  }
}
