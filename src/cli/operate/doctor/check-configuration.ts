import type { SettingName, Settings } from './doctor-settings.ts';
import { type Found, fail, fine, warn } from './finding.ts';

const ADDRESSES = ['CENTER_URL', 'AUTH_URL', 'CALLBACK_URL', 'STATUS_URL'] as const satisfies readonly SettingName[];

/** As in the `engines` of package.json. */
const OLDEST_NODE = [20, 19] as const;

/** What can be said of the settings without calling anybody. */
export function checkConfiguration(settings: Settings): Found[] {
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
