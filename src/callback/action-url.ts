import { InputError } from '../errors.ts';
import { formatButtonPath } from './button-path.ts';
import type { SigningKey } from './signature.ts';
import { signButton } from './signature.ts';

export interface ActionUrlOptions {
  /** Where the handler is reachable for the center, with its prefix; a slash at the end makes no difference. */
  readonly publicUrl: string;
  readonly appId: string;
  /** The first one signs. */
  readonly signingKeys: readonly SigningKey[];
}

/**
 * Makes the function that gives a button its address: `{publicUrl}/tasks/{taskId}/{actionKey}/{kid}.{sig}`.
 * The same task, action and key always give the same address.
 * @throws {InputError} `ERR_CONFIG_INVALID`: no signing key; add one
 */
export function createActionUrl(options: ActionUrlOptions): (taskId: string, actionKey: string) => string {
  const [key] = options.signingKeys;
  if (key === undefined) throw new InputError('ERR_CONFIG_INVALID', 'no signing key for callback addresses; add one');
  const { appId } = options;
  const base = options.publicUrl.replace(/\/+$/, '');
  return (taskId, actionKey) => {
    for (const segment of [taskId, actionKey]) refuseUnroutable(segment);
    const signature = signButton(key.secret, { appId, taskId, actionKey });
    return `${base}/${formatButtonPath({ taskId, actionKey, keyId: key.id, signature })}`;
  };
}

/** Clients resolve dot segments away before they send, escaped or not: such a button could never be pressed. */
function refuseUnroutable(segment: string): void {
  if (segment !== '' && segment !== '.' && segment !== '..') return;
  throw new InputError(
    'ERR_INPUT_INVALID',
    `a task id or action key "${segment}" cannot stand in an address; give it another name`,
  );
}
