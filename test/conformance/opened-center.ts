/** The center of a test file: that of CENTER_URL, else a sandbox that ends with the tests. */
import { afterAll } from 'vitest';
import { type Hands, type OpenSandbox, openSandbox } from '../../src/conformance/hands.ts';
import { readVariables, type Variables } from '../../src/conformance/variables.ts';

let sandbox: Promise<OpenSandbox> | undefined;

export async function openedCenter(): Promise<{ readonly variables: Variables; readonly hands?: Hands }> {
  const variables = readVariables(process.env);
  if (variables !== undefined) return { variables };
  sandbox ??= openSandbox();
  return sandbox;
}

afterAll(async () => {
  await (await sandbox)?.[Symbol.asyncDispose]();
});
