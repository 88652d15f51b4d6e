import { InputError } from '../errors.ts';
import { writePage } from './conformance-page.ts';
import { openSandbox } from './hands.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';
import { readVariables } from './variables.ts';

/** What a center was found to be. No text holds the client's secret or a token. */
export interface JudgedCenter {
  /** Whether every rule of the interface holds, as far as HTTP shows, and every question could be asked. */
  readonly isConform: boolean;
  /** Each rule that does not hold: its title, and what was seen. */
  readonly broken: readonly string[];
  /** All of it, as a page for a person: also what is to be looked at by hand, and the options that follow. */
  readonly page: string;
}

/**
 * Holds a center against the interface, rule by rule, and asks it what the interface leaves open. It writes some 300
 * tasks and 60 messages there, and takes minutes. docs/conformance.md has the variables.
 * @param variables by name, as the environment has them; without `CENTER_URL` the center is a sandbox of its own
 * @throws {InputError} `ERR_INPUT_INVALID`: names every variable that is missing or wrong; nothing was called
 * @throws {CenterError} `ERR_CENTER_UNAVAILABLE`, `ERR_TOKEN_REFUSED`: nothing could be tried
 */
export async function judgeCenter(variables: Readonly<Record<string, string | undefined>>): Promise<JudgedCenter> {
  const given = readGiven(variables);
  if (given !== undefined) return describe(given.CENTER_URL, await runSuite(given));
  await using opened = await openSandbox();
  return describe('a sandbox of its own (CENTER_URL is not set)', await runSuite(opened.variables, opened.hands));
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
