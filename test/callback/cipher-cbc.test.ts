import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCbcCipher, decryptBlocks } from '../../src/callback/cipher/create-cipher.ts';
import { Secret } from '../../src/secret.ts';
import { type CbcRecipe, CipherError } from '../support/inner/callback.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const NIST_IV = hex('000102030405060708090a0b0c0d0e0f');
const NIST_PLAIN = hex(`6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
  30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710`);

test.each([
  [
    'F.2.1 CBC-AES128',
    '2b7e151628aed2a6abf7158809cf4f3c',
    `7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
     73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7`,
  ],
  [
    'F.2.3 CBC-AES192',
    '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
    `4f021db243bc633d7178183a9fa071e8 b4d9ada9ad7dedf4e5e738763f69145a
     571b242012fb7ae07fa9baac3df102e0 08b0e27988598881d920a9e64f5615cd`,
  ],
  [
    'F.2.5 CBC-AES256',
    '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
    `f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d
     39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b`,
  ],
])('NIST SP 800-38A %s: the four blocks decrypt to the plain text of the standard', (_, key, cipherText) => {
  expect(decryptBlocks('aes-cbc', hex(key), NIST_IV, hex(cipherText))).toEqual(NIST_PLAIN);
});

const KEY_256 = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const recipe: CbcRecipe = {
  kind: 'aes-cbc',
  key: new Secret(KEY_256),
  keyEncoding: 'hex',
  iv: new Secret('101112131415161718191a1b1c1d1e1f'),
  ivEncoding: 'hex',
  dataEncoding: 'base64',
  body: { field: 'data' },
};
const OPENSSL_TEXT =
  'vf1hOigomtppxRtLk7f3j3KECDaxW8YlvJNh/234g8deJzmqwvTc59spI7VOIp2qKyVWsA0Rzpzgzvc9FvQA8dchsR/ODM3zVfI5V0ffL85D5IdJZZO1XLN8Z6SmZ+noD0fCjUv7m3n/+OiCNPot4w==';
const OPENSSL_PARAMETERS = {
  nextNodeKey: 'director',
  opinions: '同意',
  accountName: 'zhang.san',
  time: '2024-05-06 07:08:09',
};
const none = new Headers();

describe('the recipe aes-cbc', () => {
  test('opens what `openssl enc -aes-256-cbc -K 0001…1f -iv 1011…1f -base64 -A` wrote, from a JSON field', () => {
    const body = Buffer.from(JSON.stringify({ data: OPENSSL_TEXT }));
    expect(createCbcCipher(recipe).decrypt(body, none)).toEqual(OPENSSL_PARAMETERS);
  });

  test('opens what `openssl enc -aes-128-cbc -K 2b7e…3c -iv 0001…0f` wrote, as a raw body in hex', () => {
    const cipher = createCbcCipher({
      ...recipe,
      key: new Secret('K34VFiiu0qar9xWICc9PPA=='),
      keyEncoding: 'base64',
      iv: new Secret(NIST_IV.toString('base64')),
      ivEncoding: 'base64',
      dataEncoding: 'hex',
      body: 'raw',
    });
    const text =
      '9285c4a3d5d638ce20d3147e538c9a9420649d0cc54eb73827e9f8bf9318c6e82a9ca0589938b6eb07343e72fd85730c63bfcf91814e0c26bd2e94bfdbf5b3f9\n';
    expect(cipher.decrypt(Buffer.from(text), none)).toEqual({ accountName: 'li.si', time: '2024-01-01 00:00:00' });
  });

  test('takes the iv from the first 16 bytes when it is prefixed', () => {
    const cipher = createCbcCipher({ ...recipe, iv: 'prefixed' });
    const data = Buffer.concat([hex('101112131415161718191a1b1c1d1e1f'), Buffer.from(OPENSSL_TEXT, 'base64')]);
    const body = Buffer.from(JSON.stringify({ data: data.toString('base64') }));
    expect(cipher.decrypt(body, none)).toEqual(OPENSSL_PARAMETERS);
  });

  test('takes a key written as plain text', () => {
    const cipher = createCbcCipher({ ...recipe, key: new Secret('sixteen letters!'), keyEncoding: 'utf8' });
    const writer = createCipheriv('aes-128-cbc', 'sixteen letters!', hex('101112131415161718191a1b1c1d1e1f'));
    const data = Buffer.concat([writer.update('{"a":1}'), writer.final()]).toString('base64');
    expect(cipher.decrypt(Buffer.from(JSON.stringify({ data })), none)).toEqual({ a: 1 });
  });

  test('reads the field of the query in a GET', () => {
    const query = new URLSearchParams({ data: OPENSSL_TEXT });
    expect(createCbcCipher(recipe).decryptQuery(query, none)).toEqual(OPENSSL_PARAMETERS);
  });

  test.each([
    ['no JSON object around it', OPENSSL_TEXT],
    ['no such field', JSON.stringify({ payload: OPENSSL_TEXT })],
    ['a number in the field', JSON.stringify({ data: 5 })],
    ['nothing in the field', JSON.stringify({ data: '' })],
    ['a stray bit behind the last byte', JSON.stringify({ data: OPENSSL_TEXT.replace(/w==$/, 'x==') })],
    ['something that is not base64', JSON.stringify({ data: `${OPENSSL_TEXT.slice(0, -2)}!!` })],
    ['half a block', JSON.stringify({ data: Buffer.from(OPENSSL_TEXT, 'base64').subarray(0, 40).toString('base64') })],
    [
      'a block too few',
      JSON.stringify({ data: Buffer.from(OPENSSL_TEXT, 'base64').subarray(0, 96).toString('base64') }),
    ],
  ])('refuses a body with %s', (_, body) => {
    expect(() => createCbcCipher(recipe).decrypt(Buffer.from(body), none)).toThrow(CipherError);
  });

  test.each([
    ['a zero', 0],
    ['more than a block', 17],
    ['bytes that differ', 2],
  ])('refuses a padding of %s', (_, last) => {
    const writer = createCipheriv('aes-256-cbc', hex(KEY_256), hex('101112131415161718191a1b1c1d1e1f'));
    writer.setAutoPadding(false);
    const plain = Buffer.concat([Buffer.from('{"a":1}        '), Buffer.of(last)]);
    const data = Buffer.concat([writer.update(plain), writer.final()]).toString('base64');
    expect(() => createCbcCipher(recipe).decrypt(Buffer.from(JSON.stringify({ data })), none)).toThrow(/padding/);
  });

  test.each([
    ['a key of 15 bytes', { key: new Secret('aa'.repeat(15)) }],
    ['a key that is not hex', { key: new Secret('zz'.repeat(32)) }],
    ['an iv of 12 bytes', { iv: new Secret('aa'.repeat(12)) }],
  ])('%s is refused at start-up, without showing it', (_, change) => {
    const secret = ('key' in change ? change.key : change.iv).reveal();
    const make = () => createCbcCipher({ ...recipe, ...change });
    expect(make).toThrow(expect.objectContaining({ code: 'ERR_CONFIG_INVALID' }));
    expect(make).not.toThrow(secret);
  });
});
