import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEcbCipher, decryptBlocks } from '../../src/callback/cipher/create-cipher.ts';
import { Secret } from '../../src/secret.ts';
import { CipherError, type EcbRecipe } from '../support/inner/callback.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const NIST_PLAIN = hex(`6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
  30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710`);

test.each([
  [
    'F.1.1 ECB-AES128',
    '2b7e151628aed2a6abf7158809cf4f3c',
    `3ad77bb40d7a3660a89ecaf32466ef97 f5d3d58503b9699de785895a96fdbaaf
     43b1cd7f598ece23881b00e3ed030688 7b0c785e27e8ad3f8223207104725dd4`,
  ],
  [
    'F.1.3 ECB-AES192',
    '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
    `bd334f1d6e45f25ff712a214571fa5cc 974104846d0ad3ad7734ecb3ecee4eef
     ef7afd2270e2e60adce0ba2face6444e 9a4b41ba738d6c72fb16691603c18e0e`,
  ],
  [
    'F.1.5 ECB-AES256',
    '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
    `f3eed1bdb5d2a03c064b5a7e3db181f8 591ccb10d410ed26dc5ba74a31362870
     b6ed21b99ca6f4f9f153e7b1beafed1d 23304b7a39f9f3ff067d8d8f9e24ecc7`,
  ],
])('NIST SP 800-38A %s: the four blocks decrypt to the plain text of the standard', (_, key, cipherText) => {
  expect(decryptBlocks('aes-ecb', hex(key), null, hex(cipherText))).toEqual(NIST_PLAIN);
});

const KEY_256 = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const recipe: EcbRecipe = {
  kind: 'aes-ecb',
  key: new Secret(KEY_256),
  keyEncoding: 'hex',
  dataEncoding: 'base64',
  body: { field: 'data' },
};
const none = new Headers();

describe('the recipe aes-ecb', () => {
  test('opens what `openssl enc -aes-256-ecb -K 0001…1f -base64 -A` wrote, from a JSON field', () => {
    const data =
      '6CZ9YXk98eZLWa0v/jTyDoNCVbYfuUzmmdEOMDGwwVbMmPzw5ncsmBN5LMr335DZyWCXQd3xDLdSZQtEZ2Y1p+5ySAIZWZtYwjpZqyxg9/3cyYYLjlSXVUqo7ja1iMxHBHVvXto9IEHg8j11YZCoQA==';
    expect(createEcbCipher(recipe).decrypt(Buffer.from(JSON.stringify({ data })), none)).toEqual({
      nextNodeKey: 'director',
      opinions: '同意',
      accountName: 'zhang.san',
      time: '2024-05-06 07:08:09',
    });
  });

  test('says nothing of why a text did not open: it has no integrity', () => {
    expect(createEcbCipher(recipe).oracleSafe).toBe(false);
  });

  test('refuses half a block, another padding and another key', () => {
    const writer = createCipheriv('aes-256-ecb', hex(KEY_256), null);
    const data = Buffer.concat([writer.update('{"a":1}'), writer.final()]);
    const open = (bytes: Uint8Array, changes: Partial<EcbRecipe> = {}) =>
      createEcbCipher({ ...recipe, dataEncoding: 'hex', body: 'raw', ...changes }).decrypt(
        Buffer.from(Buffer.from(bytes).toString('hex')),
        none,
      );
    expect(open(data)).toEqual({ a: 1 });
    expect(() => open(data.subarray(8))).toThrow(CipherError);
    expect(() => open(data.map((byte, at) => (at === 15 ? byte ^ 1 : byte)))).toThrow(CipherError);
    expect(() => open(data, { key: new Secret('11'.repeat(32)) })).toThrow(CipherError);
  });
});
