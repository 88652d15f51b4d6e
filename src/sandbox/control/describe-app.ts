import type { SandboxApp } from '../setup/apps.ts';
import type { CenterState } from '../state/center-state.ts';
import { ControlError } from './control-error.ts';

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

export function describeApp(
  { statusUrls, diagramUrls }: CenterState,
  { appId, name, clientId }: SandboxApp,
): DescribedApp {
  return {
    ...{ appId, name, clientId },
    hasStatusUrl: statusUrls.has(appId),
    hasDiagramUrl: diagramUrls.has(appId),
  };
}

/** @throws {ControlError} `ERR_APP_UNKNOWN` */
export function findApp({ apps }: CenterState, appId: string): SandboxApp {
  const app = apps.find((each) => each.appId === appId);
  if (app !== undefined) return app;
  throw new ControlError('ERR_APP_UNKNOWN', `the center has no application ${appId}`);
}
