import { type Flag, flagOfVariable } from '../../flags.ts';
import { type Found, fail, fine, warn } from './finding.ts';

interface Setting {
  readonly variable: string;
  readonly text: string;
  /** Only read from the environment, because every user of the machine can read a command line. */
  readonly isSecret?: true;
}

/** What doctor needs beside the database; each is an option of the bridge. */
const SETTINGS = [
  { variable: 'CENTER_URL', text: 'center.baseUrl' },
  { variable: 'AUTH_URL', text: 'center.authUrl' },
  { variable: 'CLIENT_ID', text: 'center.clientId' },
  { variable: 'CLIENT_SECRET', text: 'center.clientSecret', isSecret: true },
  { variable: 'CALLBACK_URL', text: 'callback.publicUrl' },
  {
    variable: 'STATUS_URL',
    text: 'what bridge.statusUrl() returned, as it is registered in the center',
    isSecret: true,
  },
] as const satisfies readonly Setting[];

type SettingName = (typeof SETTINGS)[number]['variable'];
export type Settings = Readonly<Partial<Record<SettingName, string>>>;

const isSecret = (setting: Setting) => setting.isSecret === true;

export const SETTING_FLAGS: readonly Flag[] = SETTINGS.filter((each) => !isSecret(each)).map(({ variable, text }) => ({
  name: flagOfVariable(variable),
  value: variable.endsWith('_URL') ? '<url>' : '<id>',
  text: `${text}; default: the variable ${variable}`,
}));

export const SETTING_LINES: readonly string[] = SETTINGS.filter(isSecret).map(
  ({ variable, text }) => `  ${variable.padEnd(22)}  ${text}`,
);

/** @param text the value of a flag */
export function readSettings(text: (flag: string) => string | undefined): Settings {
  const given = SETTINGS.map((setting) => {
    const value =
      (isSecret(setting) ? undefined : text(flagOfVariable(setting.variable))) ?? process.env[setting.variable];
    return [setting.variable, value === '' ? undefined : value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

const ADDRESSES = ['CENTER_URL', 'AUTH_URL', 'CALLBACK_URL', 'STATUS_URL'] as const satisfies readonly SettingName[];

/** As in the `engines` of package.json. */
const OLDEST_NODE = [20, 19] as const;

/** What can be said of the settings without calling anybody. */
export function checkSettings(settings: Settings): Found[] {
  const found: Found[] = [checkNode(process.versions.node)];
  for (const name of ADDRESSES) {
    const address = settings[name];
    if (address !== undefined) found.push(...checkAddress(name, address));
  }
  const { CALLBACK_URL: callback, STATUS_URL: status } = settings;
  if (callback !== undefined && status !== undefined && !status.startsWith(`${callback.replace(/(?<!\/)\/+$/, '')}/`))
    found.push(
      warn(
        'STATUS_URL does not begin with CALLBACK_URL: the center asks for states at another address than buttons call.',
        'Register bridge.statusUrl() of this service in the center again, or correct callback.publicUrl.',
      ),
    );
  return found;
}

function checkNode(version: string): Found {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? fine(`Node.js ${version}.`)
    : fail(`Node.js ${version} is too old.`, `Install Node.js ${OLDEST_NODE.join('.')} or newer.`);
}

function checkAddress(name: SettingName, address: string): Found[] {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    return [fail(`${name} is no http or https address.`, 'Correct it.')];
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [];
  return [
    warn(`${name} is not encrypted: tokens and presses can be read on the way.`, 'Use an https address in production.'),
  ];
}
