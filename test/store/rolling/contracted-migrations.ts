/** The migrations of a version after that, which takes away what only versions before `0901-expand` would use. */
import { MIGRATIONS as KNOWN, type Migration } from '../../../src/store/migrations/migrations.ts';

export type { Migration };

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...KNOWN,
  '0901-expand': {
    statements: () => ['alter table instances add column added_later bigint'],
    worksFrom: Object.keys(KNOWN).at(-1) ?? null,
  },
  '0902-contract': {
    statements: () => ['alter table instances drop column added_later'],
    worksFrom: '0901-expand',
  },
};
