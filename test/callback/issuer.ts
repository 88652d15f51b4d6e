import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Who vouches for people: a real server of a JSON Web Key Set, and the tokens that go with it. */
export interface Issuer extends AsyncDisposable {
  readonly name: string;
  readonly jwksUrl: string;
  /** How often the keys were fetched. */
  readonly fetches: number;
  /** Signs with another key from now on; the old one is published no more unless it is kept. */
  rotate(keepOld?: boolean): void;
  /** What the server does with calls: answers, answers with an error, or never answers. */
  behave(how: 'answer' | 'fail' | 'redirect' | 'nonsense' | 'hang'): void;
  /** A token for `sub` that is good for five minutes; undefined leaves a claim out. */
  issue(account: string, changes?: JWTPayload, header?: { alg?: string; kid?: string | undefined }): Promise<string>;
  readonly publicPem: string;
}

const LIFETIME_SECONDS = 300;

export async function startIssuer(now: () => number = Date.now): Promise<Issuer> {
  let keys = [createKey()];
  let current = keys[0] as Key;
  let fetches = 0;
  let behaviour: Parameters<Issuer['behave']>[0] = 'answer';
  const held = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    fetches += 1;
    if (behaviour === 'hang') return void held.add(response);
    if (behaviour === 'fail') return void response.writeHead(500).end();
    if (behaviour === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (behaviour === 'nonsense') return void response.end('<html>the keys have moved</html>');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: keys.map(({ kid, publicKey }) => jwkOf(publicKey, kid)) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const name = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name,
    jwksUrl: `${name}/keys`,
    get fetches() {
      return fetches;
    },
    rotate(keepOld = false) {
      current = createKey();
      keys = keepOld ? [current, ...keys] : [current];
    },
    behave(how) {
      behaviour = how;
    },
    issue(account, changes = {}, header = {}) {
      const iat = Math.floor(now() / 1000);
      const claims = { iss: name, aud: 'approvals', sub: account, iat, exp: iat + LIFETIME_SECONDS, ...changes };
      const kid = 'kid' in header ? header.kid : current.kid;
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', ...(kid !== undefined && { kid }) })
        .sign(current.privateKey);
    },
    get publicPem() {
      return String(current.publicKey.export({ type: 'spki', format: 'pem' }));
    },
    async [Symbol.asyncDispose]() {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createKey(): Key {
  return { kid: randomUUID(), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

function jwkOf(publicKey: KeyObject, kid: string) {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
}
