import * as z from 'zod';
import type { SandboxApp } from '../setup/apps.ts';
import { httpUrl } from '../setup/field-schemas.ts';
import type { CenterState } from '../state/center-state.ts';
import { defineRoute } from './control-route.ts';
import { findApp } from './find-known.ts';

/** An application without its secrets and without its addresses, which may be signed. */
export interface DescribedApp {
  readonly appId: string;
  readonly name: string;
  readonly clientId: string;
  /** Whether it has an address for task-status requests. */
  readonly hasStatusUrl: boolean;
  /** Whether it has an address for diagrams. */
  readonly hasDiagramUrl: boolean;
}

/** Answer of `POST /apps/{appId}/token`. */
export interface TokenAnswer {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

const address = {
  takes: 'null removes it',
  body: z.strictObject({ url: httpUrl.nullable() }),
  answers: '`app`',
  example: { url: null },
};

export const APP_ROUTES = [
  defineRoute('PUT /apps/{appId}/status-url', {
    ...address,
    title: 'address for task-status requests',
    answer({ params: { appId }, body: { url } }, { sandbox, center }) {
      const app = findApp(center, appId);
      sandbox.setStatusUrl(appId, url ?? undefined);
      return { app: describeApp(center, app) };
    },
  }),
  defineRoute('PUT /apps/{appId}/diagram-url', {
    ...address,
    title: 'address for diagrams',
    answer({ params: { appId }, body: { url } }, { sandbox, center }) {
      const app = findApp(center, appId);
      sandbox.setDiagramUrl(appId, url ?? undefined);
      return { app: describeApp(center, app) };
    },
  }),
  defineRoute('POST /apps/{appId}/token', {
    title: 'an access token of an application, for commands that people copy',
    body: z.strictObject({}),
    answers: '`accessToken` with all scopes of the application, `expiresInSeconds`; its client secret is not disclosed',
    answer({ params: { appId } }, { center, tokens }): TokenAnswer {
      const app = findApp(center, appId);
      return tokens.issue(app, app.scopes);
    },
  }),
];

export function describeApp(
  { statusUrls, diagramUrls }: CenterState,
  { appId, name, clientId }: SandboxApp,
): DescribedApp {
  return { appId, name, clientId, hasStatusUrl: statusUrls.has(appId), hasDiagramUrl: diagramUrls.has(appId) };
}
