import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIdTokenCheck } from '../../src/callback/id-token/create-id-token-check.ts';
import { parseOptions } from '../../src/config.ts';
import type { IdTokenOptions } from '../../src/index.ts';
import { createDesk, type Desk, pressOverHttp } from './callback-fixture.ts';
import { type Issuer, startIssuer } from './issuer.ts';

const ACCOUNT = 'zhang.san';
let issuer: Issuer;

beforeEach(async () => {
  // Only the clock stands still: sockets and time-outs are real.
  vi.useFakeTimers({ toFake: ['Date'] });
  issuer = await startIssuer();
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer[Symbol.asyncDispose]();
});

function deskWith(idToken: IdTokenOptions): Desk {
  const { callback } = parseOptions({
    center: {
      baseUrl: 'https://center.example',
      authUrl: 'https://auth.example',
      clientId: 'bridge',
      clientSecret: 'hush',
      appId: 'leave-app',
    },
    callback: {
      publicUrl: 'https://host.example/bridge',
      signingKeys: [{ id: 'k1', secret: 'a signing secret of more than 32 bytes' }],
      cipher: { kind: 'none' },
      idToken,
    },
    identity: 'trust-center',
    store: 'sqlite::memory:',
  });
  return createDesk({ idToken: createIdTokenCheck(callback.idToken, Date.now) });
}

const jwks = (changes: object = {}) =>
  deskWith({ jwksUrl: issuer.jwksUrl, algorithms: ['ES256'], issuer: issuer.name, audience: 'approvals', ...changes });

/** The status a press is answered with, over HTTP, that carries the token. */
async function press({ handle }: Desk, token: string): Promise<number> {
  const response = await pressOverHttp(handle, { headers: { 'x-id-token': token } });
  return response.status;
}

function passSeconds(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

describe('a token of the issuer', () => {
  test('is accepted for its own account, and the keys are fetched once for many presses', async () => {
    const desk = jwks();
    for (let n = 0; n < 3; n++) expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(200);
    expect(desk.presses).toHaveLength(3);
    expect(issuer.fetches).toBe(1);
  });

  test('is good for one of several issuers and audiences, and another claim than sub', async () => {
    const desk = jwks({ issuer: ['https://other.example', issuer.name], audience: ['x', 'approvals'], claim: 'uid' });
    expect(await press(desk, await issuer.issue('4711', { uid: ACCOUNT, aud: ['approvals', 'y'] }))).toBe(200);
    expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(401);
  });

  test('needs no audience only where the options say so in so many letters', async () => {
    const token = await issuer.issue(ACCOUNT, { aud: undefined } as never);
    expect(await press(jwks(), token)).toBe(401);
    expect(await press(jwks({ audience: null }), token)).toBe(200);
  });

  const refused: [string, (issuer: Issuer) => Promise<string>, RegExp][] = [
    ['of somebody else', (by) => by.issue('li.si'), /claim sub is not the account/],
    ['of the account in other letters', (by) => by.issue('Zhang.San'), /claim sub is not the account/],
    ['without the claim', (by) => by.issue(ACCOUNT, { sub: undefined } as never), /claim sub is missing/],
    ['with a number as claim', (by) => by.issue(ACCOUNT, { sub: 7 } as never), /claim sub/],
    ['of another issuer', (by) => by.issue(ACCOUNT, { iss: 'https://evil.example' }), /claim iss/],
    ['for another audience', (by) => by.issue(ACCOUNT, { aud: 'payroll' }), /claim aud/],
    ['that never expires', (by) => by.issue(ACCOUNT, { exp: undefined } as never), /claim exp is missing/],
    ['that expired', (by) => by.issue(ACCOUNT, { exp: 1 }), /has expired/],
    ['that is not good yet', (by) => by.issue(ACCOUNT, { nbf: 4_000_000_000 }), /claim nbf/],
    ['of a key that nobody published', (by) => by.issue(ACCOUNT, {}, { kid: 'mine' }), /no key of the issuer matches/],
    ['that is no token', async () => 'zhang.san', /not a JSON Web Token/],
    ['with a part too few', async (by) => (await by.issue(ACCOUNT)).replace(/\.[^.]*$/, ''), /not a JSON Web Token/],
  ];
  test.each(refused)('%s is refused, and the log says why without quoting it', async (_what, make, why) => {
    const desk = jwks();
    const token = await make(issuer);
    expect(await press(desk, token)).toBe(401);
    expect(desk.presses).toEqual([]);
    expect(desk.log).toMatchObject([{ fields: { refusal: 'id-token-refused', reason: expect.stringMatching(why) } }]);
    expect(JSON.stringify(desk.log)).not.toContain(token);
  });

  test('is accepted within the tolerance of clocks and not beyond', async () => {
    const token = await issuer.issue(ACCOUNT);
    const desk = jwks({ clockToleranceSeconds: 60 });
    passSeconds(300 + 59);
    expect(await press(desk, token)).toBe(200);
    passSeconds(2);
    expect(await press(desk, token)).toBe(401);
  });

  test('names no algorithm that is not listed, whatever it is signed with', async () => {
    const claims = JSON.stringify({ iss: issuer.name, aud: 'approvals', sub: ACCOUNT, exp: 4_000_000_000 });
    const part = (text: string) => Buffer.from(text).toString('base64url');
    const desks = [
      jwks(),
      deskWith({ key: issuer.publicPem, algorithms: ['ES256'], issuer: issuer.name, audience: 'approvals' }),
    ];
    for (const desk of desks) {
      expect(await press(desk, `${part('{"alg":"none"}')}.${part(claims)}.`)).toBe(401);
      // The public key taken for a shared secret: everybody has it.
      const signed = `${part('{"alg":"HS256"}')}.${part(claims)}`;
      const forged = createHmac('sha256', issuer.publicPem).update(signed).digest('base64url');
      expect(await press(desk, `${signed}.${forged}`)).toBe(401);
      expect(desk.log.map(({ fields }) => fields?.reason)).toEqual(
        Array(2).fill('it is signed with an algorithm that is not listed'),
      );
    }
  });

  test('has one spelling: stray bits behind the signature are another token', async () => {
    const token = await issuer.issue(ACCOUNT);
    const desk = jwks();
    expect(await press(desk, token)).toBe(200);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') ^ 1];
    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(await press(desk, other)).toBe(401);
  });
});

describe('keys that are rotated', () => {
  test('work at once with a new one, and the old one is refused once it is published no more', async () => {
    const desk = jwks();
    const old = await issuer.issue(ACCOUNT);
    expect(await press(desk, old)).toBe(200);
    issuer.rotate(true);
    passSeconds(6);
    expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(200);
    expect(await press(desk, old)).toBe(200);
    expect(issuer.fetches).toBe(2);
    issuer.rotate();
    passSeconds(6);
    expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(200);
    expect(await press(desk, old)).toBe(401);
  });

  test('are forgotten after ten minutes, so that a withdrawn one does not live on', async () => {
    const desk = jwks();
    const stolen = await issuer.issue(ACCOUNT, { exp: 4_000_000_000 });
    expect(await press(desk, stolen)).toBe(200);
    issuer.rotate();
    expect(await press(desk, stolen)).toBe(200);
    passSeconds(601);
    expect(await press(desk, stolen)).toBe(401);
  });

  test('are tried one after the other for a token that names none', async () => {
    const desk = jwks();
    issuer.rotate(true);
    issuer.rotate(true);
    expect(await press(desk, await issuer.issue(ACCOUNT, {}, { kid: undefined }))).toBe(200);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const forged = await new SignJWT({ iss: issuer.name, aud: 'approvals', sub: ACCOUNT, exp: 4_000_000_000 })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(stranger);
    expect(await press(desk, forged)).toBe(401);
  });

  test('are not fetched for every invented key', async () => {
    const desk = jwks();
    for (let n = 0; n < 5; n++) {
      expect(await press(desk, await issuer.issue(ACCOUNT, {}, { kid: `invented-${n}` }))).toBe(401);
    }
    expect(issuer.fetches).toBe(1);
  });
});

describe('an issuer that cannot be asked', () => {
  test.each(['fail', 'redirect', 'nonsense', 'hang'] as const)(
    'because its server does %s: 503, nothing stored, and the same press goes through later',
    async (how) => {
      const desk = jwks({ timeoutMs: 200 });
      const token = await issuer.issue(ACCOUNT);
      issuer.behave(how);
      expect(await press(desk, token)).toBe(503);
      expect(desk.presses).toEqual([]);
      expect(desk.log).toMatchObject([{ fields: { reason: expect.stringContaining(issuer.name) } }]);
      issuer.behave('answer');
      const pressLater = () => {
        passSeconds(3);
        return press(desk, token);
      };
      // On a busy machine the answer may come too late as well.
      await expect.poll(pressLater, { timeout: 60_000 }).toBe(200);
    },
  );

  test('stops no press whose key is known, also after a token with an unknown one', async () => {
    const desk = jwks();
    const [known, unknown] = [await issuer.issue(ACCOUNT), await issuer.issue(ACCOUNT, {}, { kid: 'invented' })];
    expect(await press(desk, known)).toBe(200);
    issuer.behave('fail');
    passSeconds(6);
    expect(await press(desk, unknown)).toBe(503);
    expect(await press(desk, known)).toBe(200);
    expect(await press(desk, unknown)).toBe(503);
    expect(issuer.fetches).toBe(2);
    passSeconds(600);
    expect(await press(desk, known)).toBe(503);
  });

  test('is left alone for two seconds, so that presses do not queue up behind it', async () => {
    const desk = jwks();
    const token = await issuer.issue(ACCOUNT);
    issuer.behave('fail');
    expect(await press(desk, token)).toBe(503);
    expect(await press(desk, token)).toBe(503);
    expect(issuer.fetches).toBe(1);
    passSeconds(3);
    expect(await press(desk, token)).toBe(503);
    expect(issuer.fetches).toBe(2);
  });

  test('because nothing listens: 503, and the log names the server and not the token', async () => {
    const desk = jwks({ jwksUrl: 'http://127.0.0.1:1/keys?apikey=hush' });
    const token = await issuer.issue(ACCOUNT);
    expect(await press(desk, token)).toBe(503);
    const log = JSON.stringify(desk.log);
    expect(log).toContain('http://127.0.0.1:1');
    for (const secret of ['hush', token]) expect(log).not.toContain(secret);
  });

  test('is not needed while its keys are known', async () => {
    const desk = jwks();
    expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(200);
    issuer.behave('fail');
    expect(await press(desk, await issuer.issue(ACCOUNT))).toBe(200);
  });
});

describe('one key', () => {
  const claims = { issuer: 'https://a.example', audience: null };
  const sign = (key: Parameters<SignJWT['sign']>[0], alg: string) =>
    new SignJWT({ iss: 'https://a.example', sub: ACCOUNT, exp: 4_000_000_000 }).setProtectedHeader({ alg }).sign(key);

  test.each([
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['PS512', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ] as const)('in PEM checks %s', async (alg, { publicKey, privateKey }) => {
    const key = String(publicKey.export({ type: 'spki', format: 'pem' }));
    const desk = deskWith({ key, algorithms: [alg], ...claims });
    expect(await press(desk, await sign(privateKey, alg))).toBe(200);
  });

  test('shared with the issuer checks HS256, in any spelling', async () => {
    const secret = Buffer.from('a shared secret of at least 32 bytes');
    const token = await sign(secret, 'HS256');
    for (const keyEncoding of ['utf8', 'hex', 'base64'] as const) {
      const desk = deskWith({ key: secret.toString(keyEncoding), keyEncoding, algorithms: ['HS256'], ...claims });
      expect(await press(desk, token)).toBe(200);
      expect(await press(desk, await sign(Buffer.alloc(32, 1), 'HS256'))).toBe(401);
    }
  });
});
