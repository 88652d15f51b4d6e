import { InputError } from '../errors.ts';
import { formatButtonPath } from './button-path.ts';
import type { SigningKey } from './signature.ts';
import { signButton } from './signature.ts';

export interface ActionUrlOptions {
  /** URL at which the center reaches the handler, including its path prefix; trailing slashes are ignored. */
  readonly publicUrl: string;
  readonly appId: string;
  /** The first one signs. */
  readonly signingKeys: readonly SigningKey[];
}

/**
 * Creates the function that returns the address of a button: `{publicUrl}/tasks/{taskId}/{actionKey}/{kid}.{sig}`.
 * The address depends only on the task, the button and the signing key.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createActionUrl(options: ActionUrlOptions): (taskId: string, actionKey: string) => string {
  const [key] = options.signingKeys;
  if (key === undefined) throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
  const { appId } = options;
  const base = options.publicUrl.replace(/(?<!\/)\/+$/, '');
  return (taskId, actionKey) => {
    for (const segment of [taskId, actionKey]) refuseUnroutable(segment);
    const signature = signButton(key.secret, { appId, taskId, actionKey });
    return `${base}/${formatButtonPath({ taskId, actionKey, keyId: key.id, signature })}`;
  };
}

/** HTTP clients remove dot segments, escaped or not (RFC 3986, 5.2.4), so such a button could never be pressed. */
function refuseUnroutable(segment: string): void {
  if (segment !== '' && segment !== '.' && segment !== '..') return;
  throw new InputError(
    'ERR_INPUT_INVALID',
    `a task id or button key "${segment}" cannot be used in an address; choose another name`,
  );
}
