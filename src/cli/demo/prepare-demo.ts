import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { CallbackCipher } from '../../sandbox/setup/callback-cipher.ts';
import { UsageError } from '../command.ts';
import type { SandboxFlags } from '../sandbox/read-flags.ts';
import { type Company, createCompany, type DemoLanguage, languageHere } from './company.ts';
import type { Demo } from './start-demo.ts';

/** A demo that is ready to start as soon as the center runs. */
export interface PreparedDemo {
  readonly language: DemoLanguage;
  /** What the center must use: the cipher, and people, applications and message types in the language of the demo. */
  readonly setup: Company['setup'] & { readonly callbackCipher: CallbackCipher };
  start(center: Sandbox): Demo;
}

/**
 * Prepares a demo. It lives in memory: keys, tasks and the bridge's database are new after each start.
 * @throws {UsageError} an option conflicts with `--demo`
 */
export async function prepareDemo(
  { setupFile, language = languageHere(), options: { data, port, callbackCipher, controlApi } }: SandboxFlags,
  timeZone: string,
): Promise<PreparedDemo> {
  if (setupFile !== undefined) throw new UsageError('--demo has its own people and applications: remove --setup.');
  if (callbackCipher !== undefined) throw new UsageError('--demo has its own cipher: remove --cipher.');
  if (controlApi === false) throw new UsageError('--demo needs the inbox: remove --no-control.');
  if (data !== undefined) throw new UsageError('--demo begins anew with each start: remove --data.');
  const company = createCompany(language);
  const keys = { signingSecret: randomBytes(32).toString('base64'), cipherKey: randomBytes(32).toString('base64') };
  const settings = { keys, timeZone, company, port: port === 0 || port === 65_535 ? 0 : port + 1 };
  // Only a demo needs the bridge and its engine, which are slow to load.
  const { startDemo } = await import('./start-demo.ts');
  return {
    language,
    setup: { ...company.setup, callbackCipher: { kind: 'aes-gcm', key: keys.cipherKey } },
    start: (center) => startDemo(center, settings),
  };
}
