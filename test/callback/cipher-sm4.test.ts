import crypto, { createCipheriv } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, test } from 'vitest';
import { createCbcCipher, decryptBlocks, whyUnavailable } from '../../src/callback/cipher/create-cipher.ts';
import { Secret } from '../../src/secret.ts';
import type { CbcRecipe } from '../support/inner/callback.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const KEY = '0123456789abcdeffedcba9876543210';
const IV = '000102030405060708090a0b0c0d0e0f';
const none = new Headers();

test('GB/T 32907-2016, A.1: the block of the standard decrypts to its plain text', () => {
  const zero = Buffer.alloc(16);
  expect(decryptBlocks('sm4-cbc', hex(KEY), zero, hex('681edf34d206965e86b3e94f536e4246'))).toEqual(hex(KEY));
});

test('draft-ribose-cfrg-sm4-10, A.2.2.1: the two blocks of SM4-CBC decrypt to the plain text of the draft', () => {
  const cipherText = hex('78EBB11C C40B0A48 312AAEB2 040244CB 4CB70169 51909226 979B0D15 DC6A8F6D');
  const plain = hex('AAAAAAAA BBBBBBBB CCCCCCCC DDDDDDDD EEEEEEEE FFFFFFFF AAAAAAAA BBBBBBBB');
  expect(decryptBlocks('sm4-cbc', hex(KEY), hex(IV), cipherText)).toEqual(plain);
});

const recipe: CbcRecipe = {
  kind: 'sm4-cbc',
  key: new Secret(KEY),
  keyEncoding: 'hex',
  iv: new Secret(IV),
  ivEncoding: 'hex',
  dataEncoding: 'base64',
  body: { field: 'payload' },
};

describe('the recipe sm4-cbc', () => {
  test('opens what `openssl enc -sm4-cbc -K 0123…10 -iv 0001…0f -base64 -A` wrote, from the field it names', () => {
    const payload =
      'NAyA3FXmrdjcZokoyZtb7dyYkR2t7YM9s7pn5yokaISPW40xRw+6c5RGpkvi1VugJJViinuGwtmi6q4nUW6UIWG7p7/r67YniOH1fmQ86KdMk6C4238jln6gSv5Z9TBuCrxZ6W+rC+2nnSZMpYanfw==';
    expect(createCbcCipher(recipe).decrypt(Buffer.from(JSON.stringify({ payload })), none)).toEqual({
      nextNodeKey: 'director',
      opinions: '同意',
      accountName: 'zhang.san',
      time: '2024-05-06 07:08:09',
    });
  });

  test('takes the iv from the first 16 bytes when it is prefixed', () => {
    const writer = createCipheriv('sm4-cbc', hex(KEY), hex(IV));
    const payload = Buffer.concat([hex(IV), writer.update('{"a":1}'), writer.final()]).toString('base64');
    const cipher = createCbcCipher({ ...recipe, iv: 'prefixed' });
    expect(cipher.decrypt(Buffer.from(JSON.stringify({ payload })), none)).toEqual({ a: 1 });
    expect(cipher.oracleSafe).toBe(false);
  });

  test('takes no key of 32 bytes', () => {
    expect(() => createCbcCipher({ ...recipe, key: new Secret(KEY + KEY) })).toThrow(
      expect.objectContaining({ code: 'ERR_CONFIG_INVALID', message: 'the sm4-cbc key must be 16 bytes in hex' }),
    );
  });
});

describe('on a Node.js whose OpenSSL has no SM4', () => {
  const { getCiphers } = crypto;
  const replace = (list: typeof getCiphers) => {
    crypto.getCiphers = list;
    syncBuiltinESMExports();
  };
  afterEach(() => replace(getCiphers));

  test('the recipe is refused at start-up, saying what to do', () => {
    expect(whyUnavailable('sm4-cbc')).toBeUndefined();
    replace(() => getCiphers().filter((name) => !name.startsWith('sm4')));
    expect(whyUnavailable('aes-cbc')).toBeUndefined();
    expect(() => createCbcCipher(recipe)).toThrow(
      expect.objectContaining({
        code: 'ERR_CONFIG_INVALID',
        message: expect.stringMatching(/has no sm4-cbc: use an official build of Node\.js/),
      }),
    );
  });
});
