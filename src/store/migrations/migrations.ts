import type { ColumnTypes } from '../statements/database.ts';
import { firstSchema } from './0001-first-schema.ts';

/**
 * One change of the schema. An *expand* migration adds what older versions of the library do not use: they keep working, so
 * that it can be applied while they run. A *contract* migration removes or changes something that they use: it belongs into
 * a release after the one whose code no longer needs it.
 */
export interface Migration {
  readonly statements: (columnTypes: ColumnTypes) => readonly string[];
  /**
   * The latest migration that a version of the library must know to work with a database after this one. Of an expand
   * migration, an earlier one; of a contract migration, the one whose release stopped using what is removed. Null: itself.
   */
  readonly worksFrom: string | null;
}

/** In the order of application, which is also the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-schema': { statements: firstSchema, worksFrom: null },
};
