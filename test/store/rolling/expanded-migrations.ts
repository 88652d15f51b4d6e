/** The migrations of a later version, which adds a column that this version does not know. */
import { MIGRATIONS as KNOWN, type Migration } from '../../../src/store/migrations/migrations.ts';

export type { Migration };

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...KNOWN,
  '0901-expand': {
    statements: () => ['alter table instances add column added_later bigint'],
    worksFrom: Object.keys(KNOWN).at(-1) ?? null,
  },
};
