import type { Center } from '../../support/inner/conformance.ts';
import type { SandboxAccess } from '../sandbox-access.ts';

/**
 * What the checks by hand of these rules must find in our sandbox.
 * @param made what the calls of the rule created
 */
export type SeenOf = Readonly<
  Record<string, (access: SandboxAccess, made: never, center: Center) => void | Promise<void>>
>;
