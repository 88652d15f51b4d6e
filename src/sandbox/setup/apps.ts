import { SCOPES } from '../../protocol/endpoints.ts';

/** A business system registered with the center. */
export interface SandboxApp {
  /** Id of the application in reports and messages. */
  readonly appId: string;
  /** Shown as the initiator of tasks that name none (spec, Next-task item). */
  readonly name: string;
  /** The spec's client_id. */
  readonly clientId: string;
  /** The spec's client_secret. */
  readonly clientSecret: string;
  /** Scopes that a token of this client may have. */
  readonly scopes: readonly string[];
  /** Address of its task-status callback; omitted: no task-status requests (spec, Events, Task-status callback). */
  readonly statusUrl?: string;
  /** Address from which the diagram of a task is requested; omitted: no diagrams. Not part of the spec. */
  readonly diagramUrl?: string;
}

export const DEFAULT_APPS: readonly SandboxApp[] = [
  {
    appId: 'approvals',
    name: 'Approvals',
    clientId: 'approvals-client',
    clientSecret: 'approvals-secret',
    scopes: Object.values(SCOPES),
  },
];
