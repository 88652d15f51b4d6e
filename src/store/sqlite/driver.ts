import type * as Package from '@photostructure/sqlite';
import { InputError } from '../../errors.ts';

/**
 * SQLite for Node.js: a native package, or where that cannot be loaded the module `node:sqlite`, whose interface it copies. The
 * package needs GLIBC 2.29; Node.js runs with 2.28, as RHEL 8, Kylin V10 and openEuler 20.03 have.
 */
export const { DatabaseSync, backup } = await loadDriver();

/** @throws {InputError} `ERR_CONFIG_INVALID`: there is neither */
async function loadDriver(): Promise<Pick<typeof Package, 'DatabaseSync' | 'backup'>> {
  try {
    return await import('@photostructure/sqlite');
  } catch (cause) {
    if (hasFinishedSqlite(process.versions.node)) return process.getBuiltinModule('node:sqlite') as typeof Package;
    throw new InputError(
      'ERR_CONFIG_INVALID',
      'store: the driver of SQLite cannot be loaded, whose native code needs GLIBC 2.29 on Linux: run Node.js 24.15 or later, whose own SQLite is then used, or use PostgreSQL.',
      { details: { path: 'store' }, cause },
    );
  }
}

/** Whether `node:sqlite` is a release candidate or stable there (its page in the documentation, "History"). */
function hasFinishedSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 24 && minor >= 15) || (major === 25 && minor >= 7) || major > 25;
}
