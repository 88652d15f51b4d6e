/** What bounds a statement, and how long others may be held up by one who stands still. Milliseconds. */
export interface TimeLimits {
  readonly statementMs: number;
  /** Waiting for a lock that somebody else holds. */
  readonly lockMs: number;
  /** Between two statements of a transaction: a node that froze in one loses it, and its locks, then. */
  readonly idleMs: number;
  /** Waiting for an answer; longer than the server may take, so that only a connection that is dead runs into it. */
  readonly answerMs: number;
}

/** A statement of a store takes milliseconds; these are for a server in trouble. */
export const WORKING_LIMITS: TimeLimits = { statementMs: 15_000, lockMs: 5_000, idleMs: 10_000, answerMs: 20_000 };

/** A change of the schema may take long on a large table, and nodes that start with it wait for it. */
export const MIGRATING_LIMITS: TimeLimits = {
  statementMs: 3_600_000,
  lockMs: 3_600_000,
  idleMs: 60_000,
  answerMs: 3_660_000,
};

/**
 * The statements that begin a transaction within the limits, as one text. They are set in the transaction and for it:
 * a pooler in transaction mode refuses them as parameters of a connection, and would give a session's own to others.
 */
export function beginWithin({ statementMs, lockMs, idleMs }: TimeLimits): string {
  return [
    'begin isolation level read committed read write',
    `set local statement_timeout = ${statementMs}`,
    `set local lock_timeout = ${lockMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
    // A role or a database may have it off, and would lose what was acknowledged; what else it is, it stays.
    `select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`,
  ].join('; ');
}
