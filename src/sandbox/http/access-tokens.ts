import { randomBytes } from 'node:crypto';
import type { SandboxApp } from '../setup/apps.ts';

/** What the bearer of a token is allowed to do. */
export interface TokenGrant {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

export interface AccessTokens {
  issue(
    app: SandboxApp,
    scopes: readonly string[],
  ): { readonly accessToken: string; readonly expiresInSeconds: number };
  /** The grant of a token, or why the token is not valid. */
  verify(accessToken: string): TokenGrant | string;
  /** How the traffic names a token: `<token 3>` is the third that was issued, with `, expired` or `, revoked`. */
  nameOf(accessToken: string): string;
  /** Revokes all tokens issued so far. */
  revokeAll(): void;
  /** Revokes one token. */
  revoke(accessToken: string): void;
  /** Makes one token expire now. */
  expire(accessToken: string): void;
  /** Sets the lifetime of tokens issued from now on. */
  setLifetime(seconds: number): void;
}

/** @param newEndsOld whether a new token revokes the earlier tokens of its client */
export function createAccessTokens(
  now: () => number,
  initialLifetimeSeconds: number,
  newEndsOld: boolean,
): AccessTokens {
  const grants = new Map<string, TokenGrant>();
  const places = new Map<string, number>();
  let lifetimeSeconds = initialLifetimeSeconds;
  return {
    issue(app, scopes) {
      if (newEndsOld) {
        for (const [held, { clientId }] of grants) if (clientId === app.clientId) grants.delete(held);
      }
      const accessToken = randomBytes(24).toString('base64url');
      grants.set(accessToken, { clientId: app.clientId, scopes, expiresAt: now() + lifetimeSeconds * 1000 });
      places.set(accessToken, places.size + 1);
      return { accessToken, expiresInSeconds: lifetimeSeconds };
    },
    verify(accessToken) {
      const grant = grants.get(accessToken);
      if (grant === undefined) return 'the access token is unknown or was revoked';
      return grant.expiresAt > now() ? grant : 'the access token has expired';
    },
    nameOf(accessToken) {
      const place = places.get(accessToken);
      const grant = grants.get(accessToken);
      if (place === undefined) return '<unknown token>';
      if (grant === undefined) return `<token ${place}, revoked>`;
      return grant.expiresAt > now() ? `<token ${place}>` : `<token ${place}, expired>`;
    },
    revokeAll: () => grants.clear(),
    revoke: (accessToken) => void grants.delete(accessToken),
    expire(accessToken) {
      const grant = grants.get(accessToken);
      if (grant !== undefined) grants.set(accessToken, { ...grant, expiresAt: now() });
    },
    setLifetime(seconds) {
      lifetimeSeconds = seconds;
    },
  };
}
