import type { CallbackCipher } from '../../sandbox/callback-cipher.ts';
import { UsageError } from '../command.ts';
import type { SandboxFlags } from '../sandbox/read-flags.ts';
import { openDemoKeys } from './demo-keys.ts';
import type { DemoSettings } from './start-demo.ts';

/**
 * What a demo is started with. With `--data` the bridge's database and the keys stand beside the state of the center, so
 * that all of it goes on after a restart.
 * @throws {UsageError} an option takes away what the demo shows
 * @throws {InputError} `ERR_CONFIG_INVALID`: the file of the keys holds something else
 */
export async function readDemoSettings(
  { setupFile, options: { data, port, callbackCipher, controlApi } }: SandboxFlags,
  timeZone: string,
): Promise<DemoSettings & { readonly callbackCipher: CallbackCipher }> {
  if (setupFile !== undefined)
    throw new UsageError('--demo has people and applications of its own: leave --setup out.');
  if (callbackCipher !== undefined) throw new UsageError('--demo has a cipher of its own: leave --cipher out.');
  if (controlApi === false) throw new UsageError('--demo is seen in the inbox: leave --no-control out.');
  const keysFile = data === undefined ? undefined : `${data}.demo.json`;
  const keys = await openDemoKeys(keysFile);
  return {
    ...{ keys, keysFile, timeZone },
    store: data === undefined ? 'sqlite::memory:' : `sqlite:${data}.bridge`,
    port: port === 0 || port === 65_535 ? 0 : port + 1,
    callbackCipher: { kind: 'aes-gcm', key: keys.cipherKey },
  };
}
