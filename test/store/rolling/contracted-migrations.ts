/** The migrations of a version after that, which takes away what only versions before `0901-expand` would use. */
import { MIGRATIONS as KNOWN, type Migration } from '../../../src/store/migrations/migrations.ts';

export type { Migration };

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...KNOWN,
  '0901-expand': {
    apply: async (schema) => {
      await schema.alterTable('instances').addColumn('added_later', 'bigint').execute();
    },
    worksFrom: Object.keys(KNOWN).at(-1) ?? null,
  },
  '0902-contract': {
    apply: async (schema) => {
      await schema.alterTable('instances').dropColumn('added_later').execute();
    },
    worksFrom: '0901-expand',
  },
};
