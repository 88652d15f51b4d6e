/** Time limits of transactions, in milliseconds. */
export interface TimeLimits {
  readonly statementMs: number;
  /** Maximum wait for a lock. */
  readonly lockMs: number;
  /** Maximum time between two statements of a transaction; after it, the server ends the transaction of a frozen node. */
  readonly idleMs: number;
  /** Timeout of an answer; longer than the server's own limits, so that only dead connections reach it. */
  readonly answerMs: number;
}

/** Limits for normal operation. Statements normally take milliseconds. */
export const WORKING_LIMITS: TimeLimits = { statementMs: 15_000, lockMs: 5_000, idleMs: 10_000, answerMs: 20_000 };

/** Limits of `health()`, which does not wait longer than 5 s for the database. */
export const HEALTH_LIMITS: TimeLimits = { statementMs: 5_000, lockMs: 5_000, idleMs: 10_000, answerMs: 10_000 };

/** Limits for migrations, which may take long on large tables while other starting bridges wait. */
export const MIGRATING_LIMITS: TimeLimits = {
  statementMs: 3_600_000,
  lockMs: 3_600_000,
  idleMs: 60_000,
  answerMs: 3_660_000,
};

/**
 * The statements that begin a transaction with these limits. They are set for the transaction only, because a pooler in
 * transaction mode refuses them as connection parameters, and shares sessions between clients.
 */
export function beginWithin({ statementMs, lockMs, idleMs }: TimeLimits): string {
  return [
    'begin isolation level read committed read write',
    `set local statement_timeout = ${statementMs}`,
    `set local lock_timeout = ${lockMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
    // With `off`, acknowledged commits could be lost; other settings are kept.
    `select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`,
  ].join('; ');
}
