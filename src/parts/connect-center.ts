import { createCenterClient } from '../center/create-center-client.ts';
import type { CenterClient } from '../center/port.ts';
import { center } from '../config/center.ts';
import { functionOf } from '../config/fields.ts';
import { parseOrThrow } from '../config/parse-or-throw.ts';
import type { CenterConnection } from './center-connection.ts';

const schema = center
  .pick({
    baseUrl: true,
    authUrl: true,
    clientId: true,
    clientSecret: true,
    scopes: true,
    timeoutMs: true,
    dispatcher: true,
  })
  .extend({ clock: functionOf<() => number>().default(() => Date.now) });

/** Creates the client of {@link openCenter}. @throws {InputError} `ERR_CONFIG_INVALID` */
export function connectCenter(options: CenterConnection): CenterClient {
  return createCenterClient(parseOrThrow(schema, options, 'the options of openCenter are invalid:'));
}
