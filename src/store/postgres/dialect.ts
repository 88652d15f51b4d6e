import type { DatabaseConnection, DialectAdapter, Driver, PostgresPool, QueryResult } from 'kysely';
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import { DatabaseError } from 'pg';
import { type JudgeAnswer, takeJudge } from '../statements/send-ahead.ts';
import { PostgresStoreAdapter } from './adapter.ts';
import { beginWithin, type TimeLimits } from './time-limits.ts';
import { ConnectionTrouble } from './to-store-error.ts';

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

  override createAdapter(): DialectAdapter {
    return new PostgresStoreAdapter();
  }
}

class BoundedDriver implements Driver {
  readonly #driver: Driver;
  readonly #begin: CompiledQuery;

  constructor(pool: PostgresPool, limits: TimeLimits) {
    this.#driver = new PostgresDriver({ pool });
    this.#begin = CompiledQuery.raw(beginWithin(limits));
  }

  async init(): Promise<void> {
    await this.#driver.init();
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(await this.#driver.acquireConnection());
  }

  async releaseConnection({ connection }: PipelinedConnection): Promise<void> {
    await this.#driver.releaseConnection(connection);
  }

  /** Travels with the first statement. */
  async beginTransaction(connection: PipelinedConnection): Promise<void> {
    connection.send(this.#begin, () => undefined);
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.answers();
    try {
      await connection.executeQuery(CompiledQuery.raw('commit'));
    } catch (error) {
      const isUnknown = !(error instanceof DatabaseError) || error.code?.startsWith('57P') === true;
      throw isUnknown
        ? new ConnectionTrouble('the server went away during a commit', { cause: error, inCommit: true })
        : error;
    }
  }

  /** If the rollback fails, the connection is broken and the server rolls back by itself; the first error is reported. */
  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.answers().catch(() => undefined);
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }

  async destroy(): Promise<void> {
    await this.#driver.destroy();
  }
}

/** A connection that does not wait for the answers of statements that are sent ahead (`sendAhead`). */
class PipelinedConnection implements DatabaseConnection {
  readonly connection: DatabaseConnection;
  /** Of statements that were sent ahead, in their order. */
  #answers: Promise<unknown>[] = [];

  constructor(connection: DatabaseConnection) {
    this.connection = connection;
  }

  send(query: CompiledQuery, judge: JudgeAnswer): void {
    const answer = this.connection
      .executeQuery(query)
      .then(({ numAffectedRows }) => judge(Number(numAffectedRows ?? 0)));
    // Whoever asks for the answers gets the error.
    answer.catch(() => undefined);
    this.#answers.push(answer);
  }

  /** Waits for all that were sent ahead. @throws the error of the first that failed; those after it failed because of it */
  async answers(): Promise<void> {
    const answers = this.#answers;
    this.#answers = [];
    const results = await Promise.allSettled(answers);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const judge = takeJudge(query);
    if (judge) {
      this.send(query, judge);
      return { rows: [] };
    }
    const [ahead, own] = await Promise.allSettled([this.answers(), this.connection.executeQuery<Row>(query)]);
    if (ahead.status === 'rejected') throw ahead.reason;
    if (own.status === 'rejected') throw own.reason;
    return own.value;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery<Row>(query, chunkSize);
  }
}
