import { InputError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** @throws {InputError} `ERR_INPUT_INVALID`: the store is no file, or there is a file of this name already */
export async function backUpStore(store: Pick<Store, 'backup'>, path: string): Promise<void> {
  if (typeof path !== 'string' || path === '' || path.includes('\0'))
    throw new InputError('ERR_INPUT_INVALID', 'backup: give the path of a new file.');
  if (store.backup === undefined)
    throw new InputError(
      'ERR_INPUT_INVALID',
      'backup: only an SQLite file is copied: use pg_dump, or the backups of the server, for PostgreSQL.',
    );
  await store.backup(path);
}
