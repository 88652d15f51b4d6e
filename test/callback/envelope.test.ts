import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../../src/secret.ts';
import { createCipher, KEY_BYTES, type KeyedKind } from '../support/inner/callback.ts';
import { type NamedRecipe, seal } from './seal.ts';

const KINDS = Object.keys(KEY_BYTES) as KeyedKind[];
const none = new Headers();

/** A recipe of that kind with random keys, in every spelling that the options have. */
function recipesOf(kind: KeyedKind): fc.Arbitrary<NamedRecipe> {
  const encodings = fc.constantFrom('base64' as const, 'hex' as const);
  return fc
    .record({
      keyBytes: fc.constantFrom(...KEY_BYTES[kind]),
      keyEncoding: encodings,
      ivEncoding: encodings,
      dataEncoding: encodings,
      isPrefixed: fc.boolean(),
      body: fc.oneof(
        fc.constant('raw' as const),
        fc.string({ minLength: 1 }).map((field) => ({ field })),
      ),
    })
    .map(({ keyBytes, keyEncoding, ivEncoding, dataEncoding, isPrefixed, body }): NamedRecipe => {
      const key = new Secret(randomBytes(keyBytes).toString(keyEncoding));
      const common = { key, keyEncoding, dataEncoding, body };
      if (kind === 'aes-ecb' || kind === 'aes-gcm') return { kind, ...common };
      const iv = isPrefixed ? ('prefixed' as const) : new Secret(randomBytes(16).toString(ivEncoding));
      return { kind, ...common, iv, ivEncoding };
    });
}

const texts = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.string({ unit: 'binary' }),
);

test.each(KINDS)('%s reads back any JSON under any key, iv, spelling and place, from body and query', (kind) => {
  fc.assert(
    fc.property(recipesOf(kind), texts, (recipe, parameters) => {
      const sealed = seal(recipe, JSON.stringify(parameters));
      const cipher = createCipher(recipe);
      const expected = JSON.parse(JSON.stringify(parameters));
      expect(cipher.decrypt(Buffer.from(sealed.body), none)).toEqual(expected);
      expect(cipher.decryptQuery(new URLSearchParams(sealed.query), none)).toEqual(expected);
    }),
  );
});

test('none reads back any JSON from the body, and any texts from the query', () => {
  fc.assert(
    fc.property(texts, (parameters) => {
      const cipher = createCipher({ kind: 'none' });
      expect(cipher.decrypt(Buffer.from(JSON.stringify(parameters)), none)).toEqual(
        JSON.parse(JSON.stringify(parameters)),
      );
      const query = new URLSearchParams(parameters);
      expect(cipher.decryptQuery(query, none)).toEqual(Object.fromEntries(query));
    }),
  );
});

test.each(['body', 'query'] as const)(
  'base64 of a %s may have lines, as of MIME, or the alphabet of addresses',
  (place) => {
    const key = new Secret(randomBytes(16).toString('hex'));
    const recipe = { kind: 'aes-gcm', key, keyEncoding: 'hex', dataEncoding: 'base64', body: 'raw' } as const;
    const cipher = createCipher(recipe);
    const open = (text: string) =>
      place === 'body'
        ? cipher.decrypt(Buffer.from(text), none)
        : cipher.decryptQuery(new URLSearchParams({ data: text }), none);
    let { body } = seal(recipe, JSON.stringify({ a: 'some words '.repeat(20) }));
    // With characters that the alphabets spell differently.
    while (!/\+.*\//.test(body)) ({ body } = seal(recipe, JSON.stringify({ a: 'some words '.repeat(20) })));
    const urlSafe = body.replaceAll('+', '-').replaceAll('/', '_');
    const lines = (text: string, width: number, end: string) =>
      text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(end) ?? '';
    const plain = { a: 'some words '.repeat(20) };
    for (const text of [urlSafe, urlSafe.replace(/=+$/, ''), lines(body, 76, '\r\n'), `${lines(urlSafe, 64, '\n')}\n`])
      expect(open(text)).toEqual(plain);
    const uneven = `${body.slice(0, 7)}\n${body.slice(7)}`;
    for (const text of [
      uneven,
      `${body}\n\n`,
      `\n${body}`,
      body.replace('+', '-'),
      lines(body, 76, '\n').replace('\n', '\r\n'),
    ])
      expect(() => open(text)).toThrow('the cipher text is missing or not in base64');
  },
);

test.each(KINDS)('%s has one spelling for its data: another one of the same bytes does not open', (kind) => {
  const key = new Secret(randomBytes(16).toString('hex'));
  const recipe = { key, keyEncoding: 'hex', ivEncoding: 'hex', iv: 'prefixed', body: 'raw' } as const;
  const spell = (dataEncoding: 'base64' | 'hex') => {
    const made: NamedRecipe = { ...recipe, kind, dataEncoding } as NamedRecipe;
    const { body } = seal(made, '{"a":"some words"}');
    return { body, decrypt: (text: string) => createCipher(made).decrypt(Buffer.from(text), none) };
  };
  const { body, decrypt } = spell('hex');
  expect(decrypt(body)).toEqual({ a: 'some words' });
  expect(decrypt(body.toUpperCase())).toEqual({ a: 'some words' });
  expect(() => decrypt(body.replace(/[a-f]/, (letter) => letter.toUpperCase()))).toThrow(/not canonical hex/);
  const base64 = spell('base64');
  for (const text of [`${base64.body}\n`, `${base64.body}\r\n`, base64.body.replace(/=+$/, '')]) {
    expect(base64.decrypt(text)).toEqual({ a: 'some words' });
  }
  expect(() => base64.decrypt(`${base64.body} `)).toThrow();
  const last = base64.body.replace(/=+$/, '').length - 1;
  if (last % 4 === 3) return;
  const code = base64.body.charCodeAt(last) + (base64.body[last] === 'Z' ? -1 : 1);
  const changed = base64.body.slice(0, last) + String.fromCharCode(code) + base64.body.slice(last + 1);
  if (!/^[A-Za-z0-9+/]*=*$/.test(changed)) return;
  expect(() => base64.decrypt(changed)).toThrow();
});
