import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Secret } from '../../src/secret.ts';
import { createCipher } from '../support/inner/callback.ts';
import { BUTTON_URL, createDesk, PARAMETERS, type PressInit, pressRequest } from './callback-fixture.ts';
import { type NamedRecipe, seal } from './seal.ts';

const recipe: NamedRecipe = {
  kind: 'aes-gcm',
  key: new Secret(randomBytes(16).toString('hex')),
  keyEncoding: 'hex',
  dataEncoding: 'base64',
  body: { field: 'data' },
};
const sealed = (parameters: object) => seal(recipe, JSON.stringify(parameters)).body;

/** Everything is wrong at first; each row mends one thing more, and the next check speaks. */
const STEPS: [refusal: string, status: number, mend: (call: Required<PressInit>) => Partial<PressInit>][] = [
  ['the path', 404, () => ({ url: `${BUTTON_URL}x` })],
  ['the method', 405, () => ({ method: 'POST' })],
  ['the announced size', 413, ({ headers }) => ({ headers: { ...headers, 'content-length': '9' } })],
  ['the signature', 401, () => ({ url: BUTTON_URL })],
  ['the uuid', 400, ({ headers }) => ({ headers: { ...headers, uuid: 'u-1' } })],
  ['the missing token', 401, ({ headers }) => ({ headers: { ...headers, 'x-id-token': 'of somebody' } })],
  ['the media type', 415, ({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } })],
  ['the real size', 413, () => ({ body: '{}' })],
  ['the cipher', 400, () => ({ body: sealed({ ...PARAMETERS, time: 'now' }) })],
  ['a parameter', 400, () => ({ body: sealed(PARAMETERS) })],
  ['whose token it is', 401, ({ headers }) => ({ headers: { ...headers, 'x-id-token': 'of zhang.san' } })],
];

test('the checks come in the order of their cost, and the bridge hears only what passed them all', async () => {
  const { handle, presses, log } = createDesk({
    cipher: createCipher(recipe),
    maxBodyBytes: 1000,
    idToken: (token, account) => token === `of ${account}`,
  });
  let call: Required<PressInit> = {
    url: 'https://host.example/bridge/nothing',
    method: 'DELETE',
    headers: { uuid: '', 'x-id-token': '', 'content-type': 'text/plain', 'content-length': '2000' },
    body: ' '.repeat(2000),
  };
  const said: unknown[] = [];
  for (const [what, , mend] of STEPS) {
    said.push([what, (await handle(pressRequest(call))).status]);
    call = { ...call, ...mend(call) };
  }
  expect(said).toEqual(STEPS.map(([what, status]) => [what, status]));
  expect(presses).toEqual([]);
  expect(log.map(({ fields }) => fields?.refusal)).toEqual([
    'method-not-allowed',
    'too-large',
    'signature-wrong',
    'uuid-missing',
    'id-token-missing',
    'media-type-wrong',
    'too-large',
    'undecodable',
    'id-token-refused',
  ]);
  expect((await handle(pressRequest(call))).status).toBe(200);
  expect(presses).toHaveLength(1);
});
