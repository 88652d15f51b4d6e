import type { MigrationRefusal, MovedWait } from '../../plugin/migrate/migration-plan.ts';

/** What became of one instance that was to be migrated. */
export interface InstanceMigration {
  /** The instance. */
  readonly instanceId: string;
  /**
   * `migrated`; `possible`: it was a dry run, and would be migrated; `refused`: it is unchanged, see `refusals`; `unchanged`:
   * it runs this definition already.
   */
  readonly outcome: 'migrated' | 'possible' | 'refused' | 'unchanged';
  /** What waits anew at a node of the other definition; everything else was kept. */
  readonly moved: readonly MovedWait[];
  /** Every reason why it cannot be migrated. */
  readonly refusals: readonly MigrationRefusal[];
}

/** The result of `instances.migrate`. */
export interface Migrated {
  /** In the order of the instances. */
  readonly instances: readonly InstanceMigration[];
  /** With `from`: the instance to continue `after`, if there may be more; otherwise null. */
  readonly next: string | null;
}
