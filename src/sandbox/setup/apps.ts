import { SCOPES } from '../../protocol/endpoints.ts';

/** A business system registered with the center. */
export interface SandboxApp {
  /** Stands in every report and message of it. */
  readonly appId: string;
  /** Stands for the initiator of tasks that name none (spec, Next-task item). */
  readonly name: string;
  /** The spec's client_id. */
  readonly clientId: string;
  /** The spec's client_secret. */
  readonly clientSecret: string;
  /** Scopes a token of this client may carry. */
  readonly scopes: readonly string[];
  /** Address of its task-status callback; left out, it is never asked (spec, Events, Task-status callback). */
  readonly statusUrl?: string;
  /** Where it gives the diagram of a task; left out, it gives none. Not part of the spec. */
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
