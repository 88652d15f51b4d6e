import { DatabaseError } from 'pg';
import { StoreError } from '../../errors.ts';

/** The server could not be reached, or the connection broke, so there is no error code of the server. */
export class ConnectionTrouble extends Error {
  /** Whether the connection broke during a commit, which may have succeeded. */
  readonly inCommit: boolean;

  constructor(message: string, { cause, inCommit = false }: { cause?: unknown; inCommit?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectionTrouble';
    this.inCommit = inCommit;
  }
}

/** The connection leads to a server that only reads, whose answers may be out of date. */
export class ReadOnlyTrouble extends ConnectionTrouble {
  constructor(cause?: unknown) {
    super('the server only reads', { cause });
  }
}

const DISK_FULL = '53100';

/** Somebody else held a row: other rows can still be changed. */
const OF_ROWS: ReadonlySet<string> = new Set(['55P03', '40P01', '40']);

/**
 * Transient errors, which are about the server or the caller, not about the data. By SQLSTATE
 * (postgresql.org/docs/current/errcodes-appendix.html), more specific ones first.
 */
const PASSING: readonly (readonly [state: string, meaning: string])[] = [
  ['57014', 'took too long over a statement'],
  ['55P03', 'held a row locked for too long'],
  ['55000', 'takes no connections at the moment'],
  ['40P01', 'ended one of two calls that waited for each other'],
  ['25P03', 'ended a transaction that stood still'],
  [DISK_FULL, 'has no space left on its disk'],
  ['53300', 'has no connection left'],
  ['3D000', 'does not exist: create it'],
  ['08', 'cannot be reached'],
  ['28', 'refuses the user or its password'],
  ['40', 'ended one of two calls that were in the way of each other'],
  ['53', 'has not enough of its machine'],
  ['57', 'is shutting down or starting'],
  ['58', 'cannot read or write: check its disk'],
];

const MISSING_RIGHTS: Readonly<Record<string, string>> = {
  '42501': 'does not let the role use a table or schema: grant it the rights that docs/postgresql.md names',
  '3F000': 'has no schema for the tables of the role: create it, or name one with ?schema= in the URL',
};

/**
 * Converts an error of PostgreSQL. `cause` keeps its message without the rows and values that it quotes.
 * @param where name of the database, for the message
 */
export function toStoreError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  if (error instanceof ConnectionTrouble) return ofConnection(error, where);
  if (!(error instanceof DatabaseError)) {
    return new StoreError('ERR_STORE_INVALID', `${where} returned data that cannot be read`, { cause: error });
  }
  const state = error.code ?? '';
  const cause = withoutValues(error);
  const passing = PASSING.find(([prefix]) => state.startsWith(prefix));
  if (passing !== undefined) {
    const details = {
      ...(passing[0] === DISK_FULL && { isDiskFull: true }),
      ...(OF_ROWS.has(passing[0]) && { isRowBusy: true }),
    };
    return new StoreError('ERR_STORE_UNAVAILABLE', `${where} ${passing[1]}; nothing was stored`, { cause, details });
  }
  const missing = MISSING_RIGHTS[state];
  if (missing !== undefined) {
    return new StoreError('ERR_STORE_RIGHTS', `${where} ${missing}; nothing was stored`, { cause });
  }
  const refused = state.startsWith('23') ? 'refused a row that violates a constraint' : 'refused an operation';
  return new StoreError('ERR_STORE_INVALID', `${where} ${refused}; nothing was stored`, { cause });
}

function ofConnection(trouble: ConnectionTrouble, where: string): StoreError {
  const { inCommit, cause } = trouble;
  const stored = inCommit
    ? 'went away during a commit: all of it is stored, or nothing; the call may be repeated'
    : trouble instanceof ReadOnlyTrouble
      ? 'only reads, as a standby does: let its address lead to the primary; nothing was stored'
      : 'cannot be reached, or went away; nothing was stored';
  const because = cause instanceof DatabaseError ? withoutValues(cause) : cause;
  const details = trouble instanceof ReadOnlyTrouble ? { isReadOnly: true } : {};
  return new StoreError('ERR_STORE_UNAVAILABLE', `${where} ${stored}`, { cause: because, details });
}

/** Removes details, which quote rows, and messages of class 22 (data exception), which quote values. */
function withoutValues({ code, message, severity, schema, table, column, constraint }: DatabaseError): Error {
  const shown = new Error(code?.startsWith('22') ? 'a value cannot be stored as it is' : message);
  return Object.assign(shown, { name: 'DatabaseError', code, severity, schema, table, column, constraint });
}
