import { randomBytes } from 'node:crypto';
import type { SandboxApp } from '../setup/apps.ts';

/** What the bearer of a token may do. */
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
  /** The grant of a token, or why it is none. */
  verify(accessToken: string): TokenGrant | string;
  /** What may be kept of a token: `<token 3>` is the third that was issued; `, expired` or `, revoked` where it is. */
  nameOf(accessToken: string): string;
  /** The n-th token that was issued, from 1. */
  at(n: number): string | undefined;
  /** Makes every token issued so far worthless. */
  revokeAll(): void;
  /** Makes one token worthless. */
  revoke(accessToken: string): void;
  /** Lets one token expire now. */
  expire(accessToken: string): void;
  /** Lifetime of the tokens issued from now on. */
  setLifetime(seconds: number): void;
}

/** @param newEndsOld whether a token that is issued ends those that its client had */
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
    at: (n) => [...places.keys()][n - 1],
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
