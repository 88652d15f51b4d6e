import { CenterError } from '../errors.ts';
import { Center } from './center.ts';
import type { AskedProbe, TriedRule } from './conformance-page.ts';
import { PROBES } from './probes/probes.ts';
import type { Rule } from './rules/rule.ts';
import { RULES } from './rules/rules.ts';
import type { Variables } from './variables.ts';

/** The result of a run; no text contains a secret or a token. */
export interface SuiteResult {
  readonly rules: readonly TriedRule[];
  readonly probes: readonly AskedProbe[];
  /** Whether every rule holds, as far as it could be checked, and every probe could be run. */
  readonly isConform: boolean;
}

/**
 * Checks every rule and runs every probe, one after the other.
 * @throws {CenterError} `ERR_CENTER_UNAVAILABLE`, `ERR_TOKEN_REFUSED`: nothing could be checked
 */
export async function runSuite(variables: Variables): Promise<SuiteResult> {
  const hide = hider(variables);
  await askFirstToken(variables);
  const rules: TriedRule[] = [];
  for (const rule of RULES) rules.push(await tryRule(rule, variables, hide));
  const probes: AskedProbe[] = [];
  for (const probe of PROBES) probes.push(await askProbe(probe, variables, hide));
  const isConform = [...rules, ...probes].every(({ broken }) => broken === undefined);
  return { rules, probes, isConform };
}

/** Otherwise every rule would fail with the same error, each after its timeout. */
async function askFirstToken(variables: Variables): Promise<void> {
  const { AUTH_URL } = variables;
  const { status, body } = await new Center(variables).askToken().catch((cause: unknown) => {
    throw new CenterError('ERR_CENTER_UNAVAILABLE', `Nothing answers at ${AUTH_URL}/oauth2/token: check AUTH_URL.`, {
      cause,
    });
  });
  if (typeof (body as { access_token?: unknown } | undefined)?.access_token === 'string') return;
  throw new CenterError(
    'ERR_TOKEN_REFUSED',
    `${AUTH_URL}/oauth2/token gives no token (HTTP ${status}): check AUTH_URL, CLIENT_ID and CLIENT_SECRET.`,
  );
}

async function tryRule(
  { id, behaviour, tryIn }: Rule,
  variables: Variables,
  hide: (text: string) => string,
): Promise<TriedRule> {
  const title = `${id}: ${behaviour}`;
  try {
    const { byHand, leftOut } = await tryIn(new Center(variables));
    return { title, ...(byHand === undefined ? {} : { byHand }), ...(leftOut === undefined ? {} : { leftOut }) };
  } catch (error) {
    return { title, broken: hide(messageOf(error)) };
  }
}

async function askProbe(
  probe: AskedProbe['probe'],
  variables: Variables,
  hide: (text: string) => string,
): Promise<AskedProbe> {
  try {
    const seen = await probe.ask(new Center(variables));
    const saw = seen.saw.map(hide);
    const isKnown = seen.reading === undefined || Object.hasOwn(probe.readings, seen.reading);
    return isKnown ? { probe, seen: { ...seen, saw } } : { probe, broken: `no reading is called ${seen.reading}` };
  } catch (error) {
    return { probe, broken: hide(messageOf(error)) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Results of rules may quote an answer with a token, or a call with the secret. */
function hider({ CLIENT_SECRET }: Variables): (text: string) => string {
  const secrets = [CLIENT_SECRET, encodeURIComponent(CLIENT_SECRET)].filter((secret) => secret !== '');
  return (text) =>
    secrets
      .reduce((hidden, secret) => hidden.replaceAll(secret, '[hidden]'), text)
      .replaceAll(/((?:access_token|authorization)['"]?: ?['"])[^'"]*/gi, '$1[hidden]');
}
