import { InputError } from '../errors.ts';

/**
 * A path of the spec below an address of the configuration, which may have a path and a closing slash of its own.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the address is no http or https url
 */
export function endpointUrl(address: string, path: string): URL {
  if (/^https?:/i.test(address) && URL.canParse(address)) return new URL(`${address.replace(/\/+$/, '')}${path}`);
  throw new InputError(
    'ERR_CONFIG_INVALID',
    'center: baseUrl and authUrl must be addresses that begin with http(s)://',
  );
}
