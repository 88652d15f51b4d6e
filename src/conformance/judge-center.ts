import { InputError } from '../errors.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { writePage } from './conformance-page.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';
import { readVariables, sandboxVariables } from './variables.ts';

/** The result of {@link judgeCenter}. No text contains the secret of the client or a token. */
export interface JudgedCenter {
  /** Whether every rule of the interface holds, as far as HTTP shows, and every probe could be run. */
  readonly isConform: boolean;
  /** The rules that do not hold, with their title and the observed behaviour. */
  readonly broken: readonly string[];
  /** The result as a page, with checks to be done by hand, and the options to set. */
  readonly page: string;
}

/**
 * Checks a center against every rule of the interface, and probes the points that the interface leaves open. It creates
 * about 300 tasks and 60 messages there, and takes minutes. docs/conformance.md describes the variables.
 * @param variables by name, like environment variables; without `CENTER_URL` it starts a sandbox
 * @throws {InputError} `ERR_INPUT_INVALID`: names every missing or invalid variable; no call was made
 * @throws {CenterError} `ERR_CENTER_UNAVAILABLE`, `ERR_TOKEN_REFUSED`: nothing could be checked
 */
export async function judgeCenter(variables: Readonly<Record<string, string | undefined>>): Promise<JudgedCenter> {
  const given = readGiven(variables);
  if (given !== undefined) return describe(given.CENTER_URL, await runSuite(given));
  const sandbox = await createSandbox();
  try {
    const ofSandbox = sandboxVariables(sandbox.baseUrl, sandbox.authUrl, `${sandbox.baseUrl}/button`);
    return describe('a sandbox of its own (CENTER_URL is not set)', await runSuite(ofSandbox));
  } finally {
    await sandbox.close();
  }
}

function readGiven(variables: Readonly<Record<string, string | undefined>>): ReturnType<typeof readVariables> {
  try {
    return readVariables(variables);
  } catch (error) {
    throw new InputError('ERR_INPUT_INVALID', error instanceof Error ? error.message : String(error));
  }
}

function describe(center: string, { rules, probes, isConform }: SuiteResult): JudgedCenter {
  const broken = rules.flatMap(({ title, broken: seen }) => (seen === undefined ? [] : [`${title}: ${seen}`]));
  return { isConform, broken, page: writePage(center, rules, probes) };
}
