import { afterAll } from 'vitest';
import { readVariables, type Variables } from '../../src/conformance/variables.ts';
import { type OpenSandbox, openSandbox, type SandboxAccess } from '../support/inner/conformance.ts';

/** The center of a test file: that of CENTER_URL, else a sandbox that ends with its tests. To be called once in the file. */
export function useCenter(): () => Promise<{ readonly variables: Variables; readonly access?: SandboxAccess }> {
  let sandbox: Promise<OpenSandbox> | undefined;
  afterAll(async () => {
    await (await sandbox)?.[Symbol.asyncDispose]();
  });
  return async () => {
    const variables = readVariables(process.env);
    if (variables !== undefined) return { variables };
    sandbox ??= openSandbox();
    return sandbox;
  };
}
