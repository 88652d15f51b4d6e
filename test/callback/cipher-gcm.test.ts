import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createGcmCipher, decryptGcm } from '../../src/callback/cipher/create-cipher.ts';
import { Secret } from '../../src/secret.ts';
import { CipherError, type GcmRecipe } from '../support/inner/callback.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const IV = hex('cafebabefacedbaddecaf888');
const PLAIN = hex(`d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72
  1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b391aafd255`);

test.each([
  [
    'test case 3, AES-128',
    'feffe9928665731c6d6a8f9467308308',
    `42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e
     21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e091473f5985`,
    '4d5c2af327cd64a62cf35abd2ba6fab4',
  ],
  [
    'test case 9, AES-192',
    'feffe9928665731c6d6a8f9467308308feffe9928665731c',
    `3980ca0b3c00e841eb06fac4872a2757 859e1ceaa6efd984628593b40ca1e19c
     7d773d00c144c525ac619d18c84a3f47 18e2448b2fe324d9ccda2710acade256`,
    '9924a7c8587336bfb118024db8674a14',
  ],
  [
    'test case 15, AES-256',
    'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
    `522dc1f099567d07f47f37a32a84427d 643a8cdcbfe5c0c97598a2bd2555d1aa
     8cb08e48590dbb3da7b08b1056828838 c5f61e6393ba7a0abcc9f662898015ad`,
    'b094dac5d93471bdec1a502270e3cc6c',
  ],
])('McGrew and Viega, The Galois/Counter Mode of Operation, %s: opens to its plain text', (_, key, text, tag) => {
  expect(decryptGcm(hex(key), Buffer.concat([IV, hex(text), hex(tag)]))).toEqual(PLAIN);
});

const KEY_256 = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const recipe: GcmRecipe = {
  kind: 'aes-gcm',
  key: new Secret(KEY_256),
  keyEncoding: 'hex',
  dataEncoding: 'base64',
  body: { field: 'data' },
};
const none = new Headers();
const seal = (text: string, tagBytes = 16) => {
  const writer = createCipheriv('aes-256-gcm', hex(KEY_256), IV, { authTagLength: tagBytes });
  return Buffer.concat([IV, writer.update(text), writer.final(), writer.getAuthTag()]);
};
const open = (data: Uint8Array) =>
  createGcmCipher(recipe).decrypt(Buffer.from(JSON.stringify({ data: Buffer.from(data).toString('base64') })), none);

describe('the recipe aes-gcm', () => {
  test('opens what AESGCM of the Python package cryptography 48 wrote: iv, cipher text and tag, from a JSON field', () => {
    const data =
      'yv66vvrO263eyviI8YHOQ9IOAXQibha4Aj+zHWlJsjS8bQUGbPMmHs7gC5bCPrJk+/as8qq9rOcQrwIEOjfGJM3+xrFO91MGnJ7fIw/lcAEuKn/zcq5Pc808yhkqgDRLdxX0IpqbVEAjo6zS+0fy3/DdkTuPYgU9fT9oeturb6oC';
    expect(createGcmCipher(recipe).decrypt(Buffer.from(JSON.stringify({ data })), none)).toEqual({
      nextNodeKey: 'director',
      opinions: '同意',
      accountName: 'zhang.san',
      time: '2024-05-06 07:08:09',
    });
  });

  test('may say which parameter is wrong: what opened came from who has the key', () => {
    expect(createGcmCipher(recipe).oracleSafe).toBe(true);
  });

  test('opens nothing in which one bit was changed', () => {
    const data = seal('{"a":1}');
    expect(open(data)).toEqual({ a: 1 });
    for (let bit = 0; bit < data.length * 8; bit++) {
      const changed = Buffer.from(data);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(changed), `bit ${bit}`).toThrow(CipherError);
    }
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an iv alone', IV],
    ['less than iv and tag', Buffer.alloc(27)],
    ['iv and tag of nothing, under another key', Buffer.alloc(28)],
    ['a tag of 12 bytes, which is easier to guess', seal('{"a":1}', 12)],
    ['its last byte cut off', seal('{"a":1}').subarray(0, -1)],
  ])('refuses %s', (_, data) => {
    expect(() => open(data)).toThrow(CipherError);
  });
});
