import * as z from 'zod';
import type { AccessTokens } from '../http/access-tokens.ts';
import type { CenterState } from '../state/center-state.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';
import { findApp } from './describe-app.ts';

/** Answer of `POST /apps/{appId}/token`. */
export interface TokenAnswer {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** An access token without the client secret, which the control API does not disclose: for commands that people copy. */
export function tokenRoutes(center: CenterState, tokens: AccessTokens): ControlRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/apps/{appId}/token',
      body: z.strictObject({}),
      answer({ params: { appId } }): TokenAnswer {
        const app = findApp(center, appId);
        return tokens.issue(app, app.scopes);
      },
    }),
  ];
}
