/** The variables of a center. docs/conformance.md has the same table. */

interface Variable {
  readonly description: string;
  /** Value for a sandbox with its default setup. */
  readonly sandbox: string;
  /** Whether the value may be `none`: then the checks that need it are skipped, and counted. */
  readonly mayBeNone?: true;
}

export const VARIABLES = {
  AUTH_URL: { description: 'the {auth_url}, without /oauth2/token', sandbox: '' },
  CLIENT_ID: { description: 'client_id of the application', sandbox: 'approvals-client' },
  CLIENT_SECRET: { description: 'client_secret of the application', sandbox: 'approvals-secret' },
  APP_ID: { description: 'id of the application', sandbox: 'approvals' },
  TRANS_TYPE_CODE: { description: 'a registered transaction type for tests', sandbox: 'conformance' },
  ACCOUNT: { description: 'account of a person who handles tasks, gets messages and checks the lists', sandbox: 'bo' },
  SECOND_ACCOUNT: { description: 'account of a second person', sandbox: 'chen' },
  INITIATOR: { description: 'account of a third person, who starts transactions', sandbox: 'anna' },
  GROUP: { description: 'id of a user group that ACCOUNT is in', sandbox: 'managers', mayBeNone: true },
  DEPARTMENT: { description: 'id of a department that ACCOUNT is in', sandbox: 'd-sales', mayBeNone: true },
  PHONE: { description: 'a phone number that may get an SMS', sandbox: '+15550102', mayBeNone: true },
  EMAIL: { description: 'an e-mail address that may get mail', sandbox: 'bo@example.com', mayBeNone: true },
  MESSAGE_TYPE_CODE: { description: 'a message type with one template for all its channels', sandbox: 'NOTICE' },
  MESSAGE_CHANNEL: { description: 'a channel that it defines', sandbox: 'WEBSITE' },
  UNDEFINED_CHANNEL: { description: 'a channel of the spec that it does not define', sandbox: 'SMS' },
  MESSAGE_VALUES: {
    description: 'JSON object with a value for each variable of its template',
    sandbox: '{"text":"a test"}',
  },
  CHANNELS_TYPE_CODE: {
    description: 'a message type with a template for each channel, SMS and MAIL among them',
    sandbox: 'OUTCOME',
    mayBeNone: true,
  },
  CHANNELS_VALUES: {
    description: 'JSON object with an object of values for SMS and for MAIL',
    sandbox:
      '{"SMS":{"subject":"s","outcome":"o"},"MAIL":{"name":"n","subject":"s","outcome":"o","remark":"r"},"WEBSITE":{"subject":"s","by":"b","outcome":"o"},"SUPERAPP":{"subject":"s","outcome":"o"}}',
    mayBeNone: true,
  },
  BUTTON_URL: { description: 'your address that shows the calls it receives; the buttons call it', sandbox: '' },
  TIME_ZONE: { description: 'IANA name of the time zone of the center', sandbox: 'Asia/Shanghai' },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof VARIABLES;
export type Variables = Readonly<Record<VariableName, string>> & { readonly CENTER_URL: string };

export const NONE = 'none';

/**
 * @returns undefined if CENTER_URL is not set: then a sandbox is used
 * @throws {Error} names every missing or invalid variable with its description
 */
export function readVariables(environment: Readonly<Record<string, string | undefined>>): Variables | undefined {
  const { CENTER_URL } = environment;
  if (CENTER_URL === undefined || CENTER_URL === '') return undefined;
  const problems = [...problemWithUrl('CENTER_URL', CENTER_URL)];
  const values: Record<string, string> = { CENTER_URL: withoutSlash(CENTER_URL) };
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const value = environment[name] ?? '';
    if (value === '') {
      problems.push(`${name} is missing: ${variable.description}${variable.mayBeNone ? `, or ${NONE}` : ''}`);
    } else if (value === NONE && !variable.mayBeNone)
      problems.push(`${name} cannot be ${NONE}: ${variable.description}`);
    else if (value !== NONE && name.endsWith('_URL')) problems.push(...problemWithUrl(name, value));
    else if (value !== NONE && name.endsWith('_VALUES')) problems.push(...problemWithJson(name, value));
    values[name] = name === 'AUTH_URL' ? withoutSlash(value) : value;
  }
  const people = [values.ACCOUNT, values.SECOND_ACCOUNT, values.INITIATOR].filter((account) => account !== '');
  if (new Set(people).size < people.length) {
    problems.push('ACCOUNT, SECOND_ACCOUNT and INITIATOR must be three people');
  }
  if (problems.length > 0) throw new Error(`CENTER_URL is set, and:\n- ${problems.join('\n- ')}`);
  return values as Variables;
}

/** Returns the variables of a sandbox with its default setup. */
export function sandboxVariables(baseUrl: string, authUrl: string, buttonUrl: string): Variables {
  const values = Object.fromEntries(Object.entries(VARIABLES).map(([name, { sandbox }]) => [name, sandbox]));
  return { ...values, CENTER_URL: baseUrl, AUTH_URL: authUrl, BUTTON_URL: buttonUrl } as Variables;
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

const problemWithUrl = (name: string, value: string): string[] =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? [] : [`${name} must be an http or https url`];

function problemWithJson(name: string, value: string): string[] {
  try {
    if (JSON.parse(value) instanceof Object) return [];
  } catch {
    // The same message as for JSON that is not an object.
  }
  return [`${name} must be a JSON object`];
}
