import * as z from 'zod';
import { SCOPES } from '../../protocol/endpoints.ts';
import { httpUrl, noDuplicates, text } from './field-schemas.ts';

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

const scope = text.refine((value) => !value.includes(','), { error: 'must be one scope: a comma separates scopes' });

const app = z.strictObject({
  appId: text,
  name: text,
  clientId: text,
  clientSecret: text,
  scopes: z.array(scope).superRefine(noDuplicates((entry) => entry, '')),
  statusUrl: httpUrl.optional(),
  diagramUrl: httpUrl.optional(),
} satisfies Record<keyof SandboxApp, z.ZodType>);

/** Several applications may share a client; then they must have the same secret and scopes. */
export const apps = z
  .array(app)
  .min(1, 'must contain at least one application')
  .superRefine(noDuplicates(({ appId }) => appId, 'appId'))
  .superRefine((all, context) => {
    all.forEach(({ clientId, clientSecret, scopes }, index) => {
      const first = all.find((other) => other.clientId === clientId);
      if (first === undefined || (first.clientSecret === clientSecret && isSameSet(first.scopes, scopes))) return;
      const message = `${clientId} is also the client of ${first.appId}, with another secret or other scopes`;
      context.addIssue({ code: 'custom', path: [index, 'clientId'], message });
    });
  });

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}
