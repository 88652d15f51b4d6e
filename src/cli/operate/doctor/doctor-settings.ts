import type { Flag } from '../action/flags.ts';

interface Setting {
  readonly variable: string;
  readonly text: string;
  /** Only read from the environment, because every user of the machine can read a command line. */
  readonly isSecret?: true;
}

/** What doctor needs beside the database; each is an option of the bridge. */
export const SETTINGS = [
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

export type SettingName = (typeof SETTINGS)[number]['variable'];
export type Settings = Readonly<Partial<Record<SettingName, string>>>;

const isSecret = (setting: Setting) => setting.isSecret === true;

/** `--center-url` for `CENTER_URL`. */
const flagOf = (variable: string) => variable.toLowerCase().replaceAll('_', '-');

export const SETTING_FLAGS: readonly Flag[] = SETTINGS.filter((each) => !isSecret(each)).map(({ variable, text }) => ({
  name: flagOf(variable),
  value: variable.endsWith('_URL') ? '<url>' : '<id>',
  text: `${text}; default: the variable ${variable}`,
}));

export const SETTING_LINES: readonly string[] = SETTINGS.filter(isSecret).map(
  ({ variable, text }) => `  ${variable.padEnd(22)}  ${text}`,
);

export function readSettings(values: Readonly<Record<string, string | boolean | undefined>>): Settings {
  const given = SETTINGS.map((setting) => {
    const flag = isSecret(setting) ? undefined : values[flagOf(setting.variable)];
    const value = typeof flag === 'string' ? flag : process.env[setting.variable];
    return [setting.variable, value === '' ? undefined : value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
