/**
 * The database of the bridge, on SQLite or PostgreSQL. Times are epoch milliseconds and are passed as parameters; ids are
 * text. Every operation is one transaction: if it rejects, nothing was stored, or everything if the connection broke during
 * the commit. It may be repeated.
 *
 * "After a crash" means that the caller's process, the database or the power failed at any instruction: an operation that
 * resolved is stored; any other is stored completely or not at all. Leases of a dead holder expire after `leaseMs` at the
 * latest. On a server, the other bridges release them when they see that its session is gone; on an embedded file, the next
 * process that opens it releases them at once, because no other process can use it.
 */
import { StoreError } from '../errors.ts';
import * as backlog from './backlog.ts';
import * as definitions from './definitions.ts';
import * as history from './history.ts';
import * as incidents from './incidents.ts';
import * as instances from './instances.ts';
import * as jobs from './jobs.ts';
import * as leases from './leases.ts';
import * as messages from './messages.ts';
import { newerMigrations } from './migrations/migrate.ts';
import * as outbox from './outbox.ts';
import * as outboxDelivery from './outbox-delivery.ts';
import * as presses from './presses.ts';
import * as restores from './restores.ts';
import * as retention from './retention.ts';
import type { Database } from './statements/database.ts';
import * as steps from './steps.ts';
import * as tasks from './tasks.ts';
import * as timerStarts from './timer-starts.ts';
import * as wakeUps from './wake-ups.ts';

export type { Backlog } from './backlog.ts';
export type { ExpiringKind, Expiry, Swept } from './retention.ts';
export type * from './rows/definition.ts';
export type * from './rows/history.ts';
export type * from './rows/incident.ts';
export type * from './rows/instance.ts';
export type * from './rows/job.ts';
export type * from './rows/message.ts';
export type * from './rows/outbox-entry.ts';
export type * from './rows/press.ts';
export type { Restore } from './rows/restore.ts';
export type * from './rows/task.ts';
export type * from './rows/timer-start.ts';
export type { Lease } from './statements/leasing.ts';
export type { Page } from './statements/lists.ts';
export type { StepCommit } from './steps.ts';

/** Every exported function of these files is an operation of the store, with the database as its first argument. */
const OPERATIONS = {
  ...backlog,
  ...definitions,
  ...history,
  ...incidents,
  ...instances,
  ...jobs,
  ...leases,
  ...messages,
  ...outbox,
  ...outboxDelivery,
  ...presses,
  ...restores,
  ...retention,
  ...steps,
  ...tasks,
  ...timerStarts,
  ...wakeUps,
  newerMigrations,
};

type Operations = typeof OPERATIONS;

/** An operation on the database of a store. */
type Bound<Operation> = Operation extends (db: Database, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

type BoundOperations = { readonly [Name in keyof Operations]: Bound<Operations[Name]> };

/**
 * What a store is opened for. `service`: creates the database and migrates it. `operate`, `read`: for an operator beside
 * the services; a database that does not exist or has another schema is refused, and left as it is. An SQLite file belongs to
 * one process: `operate` is refused while a service has it open, `read` is not, because it writes nothing.
 */
export type StoreAccess = 'service' | 'operate' | 'read';

/** The connections of one pool at this moment. */
export interface ConnectionCounts {
  readonly pool: 'work' | 'lists' | 'health';
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
  readonly max: number;
}

export interface Store extends BoundOperations {
  /**
   * Waits for running operations; later ones are refused with `ERR_CLOSED`. A process that is killed without it loses
   * nothing.
   */
  close(): Promise<void>;
  /**
   * Checks that this version of the library can still work with the schema: of a database that several bridges share, a newer
   * version may have migrated it. Absent if no other process can migrate it while it is open.
   * @throws {StoreError} `ERR_STORE_NEWER`: nothing more must be stored
   */
  checkSchema?(): Promise<void>;
  /**
   * The current time in epoch milliseconds, from the clock of the database that several bridges share. Absent if only this
   * machine uses the store.
   */
  readonly clock?: () => number;
  /**
   * The id under which a bridge leases rows that are to be released soon after its process is killed. Absent if the leases of
   * the dead just expire, or are released by whoever opens the database next.
   */
  readonly holder?: string;
  /**
   * Copies the database, as it is at a moment, to a new file, while it is in use. Absent on a server, and in memory.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is such a file already
   */
  backup?(target: string): Promise<void>;
  /**
   * Tells when the `holder` has lost its session and cannot open another one; absent if there is none.
   * @param listener gets the error of each attempt, and undefined once there is a session again
   */
  watchHolder?(listener: (failure: StoreError | undefined) => void): void;
  /** The connections to a server at this moment. Absent if there are none. */
  connectionCounts?(): readonly ConnectionCounts[];
}

/** Lists and retention may take seconds; they must not hold the connections that steps and people wait for. */
const ON_LISTS: ReadonlySet<string> = new Set<keyof Operations>([
  ...([
    'listDefinitions',
    'listHistory',
    // Not listIncidents: a commit reads them too.
    'listInstances',
    'listJobs',
    'listMessages',
    'listOutbox',
    'listTasks',
  ] as const),
  ...(['countIncidents', 'countInstances', 'countJobs', 'countMessages', 'countOutbox', 'countTasks'] as const),
  ...(['countOpen', 'countProblems', 'countTokens', 'countUnsettled', 'deleteExpired'] as const),
]);

/** A bridge whose connections are all busy is not dead: `health()` has one of its own. */
const ON_HEALTH: ReadonlySet<string> = new Set<keyof Operations>(['countBacklog', 'newerMigrations']);

export interface StoreOptions {
  /** Must be migrated. The store closes it. */
  readonly db: Database;
  /** Connections of their own for lists and retention. The store closes them. Default: `db`. */
  readonly lists?: Database;
  /** A connection of its own for `health()`. The store closes it. Default: `db`. */
  readonly health?: Database;
  /** Converts an error of the driver. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Called once, before the database is closed. */
  readonly onClosing?: () => Promise<void>;
  /** Called once, after the database is closed. */
  readonly onClosed?: () => void;
}

/** Binds the operations to a database, and converts the errors of its driver. */
export function createStore({ db, lists = db, health = db, toStoreError, onClosing, onClosed }: StoreOptions): Store {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  async function run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (closing !== undefined) throw new StoreError('ERR_CLOSED', 'the store is closed: open it again');
    const result = operation();
    running.add(result);
    try {
      return await result;
    } catch (error) {
      throw toStoreError(error);
    } finally {
      running.delete(result);
    }
  }

  function bind([name, operation]: [string, (db: Database, ...args: never[]) => Promise<unknown>]) {
    const database = ON_LISTS.has(name) ? lists : ON_HEALTH.has(name) ? health : db;
    return [name, (...args: never[]) => run(() => operation(database, ...args))];
  }

  async function closeOnce(): Promise<void> {
    await Promise.allSettled(running);
    await onClosing?.();
    await Promise.all([...new Set([db, lists, health])].map((each) => each.destroy()));
    onClosed?.();
  }

  return {
    ...(Object.fromEntries(Object.entries(OPERATIONS).map(bind)) as BoundOperations),
    close: () => {
      closing ??= closeOnce();
      return closing;
    },
  };
}
