import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { CallbackCipher } from '../../sandbox/http/callback-cipher.ts';
import { UsageError } from '../command.ts';
import type { SandboxFlags } from '../sandbox/read-flags.ts';
import { type Company, createCompany, type DemoLanguage, languageHere } from './company.ts';
import { openDemoKeys } from './demo-keys.ts';
import type { Demo } from './start-demo.ts';

const NAMES: Readonly<Record<DemoLanguage, string>> = { en: 'English (en)', zh: 'Chinese (zh)' };

/** A demo that is ready to start as soon as the center runs. */
export interface PreparedDemo {
  readonly language: DemoLanguage;
  /** What the center must use: the cipher, and people, applications and message types in the language of the demo. */
  readonly setup: Company['setup'] & { readonly callbackCipher: CallbackCipher };
  start(center: Sandbox): Demo;
}

/**
 * Prepares a demo. With `--data` the bridge's database and the keys are stored next to the state of the
 * center, so that the demo continues after a restart, in the language in which it was started first.
 * @throws {UsageError} an option conflicts with `--demo`
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file with the keys is not valid
 */
export async function prepareDemo(
  { setupFile, language, options: { data, port, callbackCipher, controlApi } }: SandboxFlags,
  timeZone: string,
): Promise<PreparedDemo> {
  if (setupFile !== undefined) throw new UsageError('--demo has its own people and applications: remove --setup.');
  if (callbackCipher !== undefined) throw new UsageError('--demo has its own cipher: remove --cipher.');
  if (controlApi === false) throw new UsageError('--demo needs the inbox: remove --no-control.');
  const keysFile = data === undefined ? undefined : `${data}.demo.json`;
  const keys = await openDemoKeys(keysFile);
  if (language !== undefined && keys.language !== undefined && language !== keys.language)
    throw otherLanguage(keys.language);
  const company = createCompany(language ?? keys.language ?? languageHere());
  const settings = {
    ...{ keys, keysFile, timeZone, company },
    store: data === undefined ? 'sqlite::memory:' : `sqlite:${data}.bridge`,
    port: port === 0 || port === 65_535 ? 0 : port + 1,
  };
  // Only a demo needs the bridge and its engine, which are slow to load.
  const { startDemo } = await import('./start-demo.ts');
  return {
    language: company.language,
    setup: { ...company.setup, callbackCipher: { kind: 'aes-gcm', key: keys.cipherKey } },
    start: (center) => startDemo(center, settings),
  };
}

/** Diagrams and matters that are stored cannot be translated, and a demo in two languages is of use to nobody. */
function otherLanguage(stored: DemoLanguage): UsageError {
  return new UsageError(
    `--language: the demo in the file of --data is in ${NAMES[stored]}: remove --language, or use another file for --data.`,
  );
}
