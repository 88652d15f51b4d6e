import * as z from 'zod';
import type { SandboxApp } from './apps.ts';
import { httpUrl, noDuplicates, text } from './field-schemas.ts';

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
