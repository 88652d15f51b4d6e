import { randomBytes } from 'node:crypto';
import type { SandboxApp } from './setup/apps.ts';

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
  /** Makes every token issued so far worthless. */
  revokeAll(): void;
  /** Lifetime of the tokens issued from now on. */
  setLifetime(seconds: number): void;
}

export function createAccessTokens(now: () => number, initialLifetimeSeconds: number): AccessTokens {
  const grants = new Map<string, TokenGrant>();
  let lifetimeSeconds = initialLifetimeSeconds;
  return {
    issue(app, scopes) {
      const accessToken = randomBytes(24).toString('base64url');
      grants.set(accessToken, { clientId: app.clientId, scopes, expiresAt: now() + lifetimeSeconds * 1000 });
      return { accessToken, expiresInSeconds: lifetimeSeconds };
    },
    verify(accessToken) {
      const grant = grants.get(accessToken);
      if (grant === undefined) return 'the access token is unknown or was revoked';
      return grant.expiresAt > now() ? grant : 'the access token has expired';
    },
    revokeAll: () => grants.clear(),
    setLifetime(seconds) {
      lifetimeSeconds = seconds;
    },
  };
}
