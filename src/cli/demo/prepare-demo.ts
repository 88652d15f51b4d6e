import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { CallbackCipher } from '../../sandbox/http/callback-cipher.ts';
import { UsageError } from '../command.ts';
import type { SandboxFlags } from '../sandbox/read-flags.ts';
import { openDemoKeys } from './demo-keys.ts';
import type { Demo } from './start-demo.ts';

/** A demo that needs nothing more than the center. */
export interface PreparedDemo {
  /** What the center must encrypt with. */
  readonly callbackCipher: CallbackCipher;
  start(center: Sandbox): Demo;
}

/**
 * Reads what a demo is started with. With `--data` the bridge's database and the keys stand beside the state of the
 * center, so that all of it goes on after a restart.
 * @throws {UsageError} an option takes away what the demo shows
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file of the keys holds something else
 */
export async function prepareDemo(
  { setupFile, options: { data, port, callbackCipher, controlApi } }: SandboxFlags,
  timeZone: string,
): Promise<PreparedDemo> {
  if (setupFile !== undefined)
    throw new UsageError('--demo has people and applications of its own: leave --setup out.');
  if (callbackCipher !== undefined) throw new UsageError('--demo has a cipher of its own: leave --cipher out.');
  if (controlApi === false) throw new UsageError('--demo is seen in the inbox: leave --no-control out.');
  const keysFile = data === undefined ? undefined : `${data}.demo.json`;
  const keys = await openDemoKeys(keysFile);
  const settings = {
    ...{ keys, keysFile, timeZone },
    store: data === undefined ? 'sqlite::memory:' : `sqlite:${data}.bridge`,
    port: port === 0 || port === 65_535 ? 0 : port + 1,
  };
  // Only a demo needs the bridge and its engine, which take their time to load.
  const { startDemo } = await import('./start-demo.ts');
  return {
    callbackCipher: { kind: 'aes-gcm', key: keys.cipherKey },
    start: (center) => startDemo(center, settings),
  };
}
