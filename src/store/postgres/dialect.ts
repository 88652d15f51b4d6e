import type { DatabaseConnection, Driver, PostgresPool } from 'kysely';
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import { DatabaseError } from 'pg';
import { ConnectionTrouble } from './connection-trouble.ts';
import { beginWithin, type TimeLimits } from './time-limits.ts';

/** Kysely's PostgreSQL dialect; every transaction has time limits. */
export class BoundedPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #limits: TimeLimits;

  constructor(pool: PostgresPool, limits: TimeLimits) {
    super({ pool });
    this.#pool = pool;
    this.#limits = limits;
  }

  override createDriver(): Driver {
    return new BoundedDriver(this.#pool, this.#limits);
  }
}

class BoundedDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: PostgresPool, limits: TimeLimits) {
    super({ pool });
    this.#begin = beginWithin(limits);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      const isUnknown = !(error instanceof DatabaseError) || error.code?.startsWith('57P') === true;
      throw isUnknown
        ? new ConnectionTrouble('the server went away during a commit', { cause: error, inCommit: true })
        : error;
    }
  }

  /** If the rollback fails, the connection is broken and the server rolls back by itself; the first error is reported. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}
