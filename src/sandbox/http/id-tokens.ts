import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** Issues the tokens of persons, sent as x-id-token (spec, Authentication 7): JWTs with ES256 (RFC 7518, 3.4). */
export interface IdTokens {
  /** @param issuer the center's auth address */
  issue(issuer: string, account: string, name: string): string;
  /** The public keys, as a JSON Web Key Set (RFC 7517, 5). */
  jwks(): { readonly keys: readonly object[] };
  /** Signs with a new key from now on. @param keepsOld whether the key set still contains the earlier keys */
  rotate(keepsOld: boolean): void;
}

const LIFETIME_SECONDS = 300;

export function createIdTokens(now: () => number): IdTokens {
  let current = generateKey();
  let shown = [current];
  return {
    issue(issuer, account, name) {
      const iat = Math.floor(now() / 1000);
      const header = { alg: 'ES256', typ: 'JWT', kid: current.kid };
      const claims = { iss: issuer, sub: account, name, iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
      const signed = `${encode(header)}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key: current.privateKey, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${signature.toString('base64url')}`;
    },
    jwks: () => ({
      keys: shown.map(({ publicKey, kid }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    }),
    rotate(keepsOld) {
      current = generateKey();
      shown = keepsOld ? [current, ...shown] : [current];
    },
  };
}

function generateKey() {
  return { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), kid: randomUUID() };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
