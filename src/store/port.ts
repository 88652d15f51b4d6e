/**
 * The interface of the database, implemented by two drivers. Times are epoch milliseconds and are passed as parameters;
 * ids are text. Every operation is one transaction: if it rejects, nothing was stored, or everything if the connection
 * broke during the commit. It may be repeated.
 *
 * "After a crash" means that the caller's process, the database or the power failed at any instruction: an operation that
 * resolved is stored; any other is stored completely or not at all. Leases of a dead holder expire after `leaseMs`; on an
 * embedded file, the next process that opens it releases them at once, because no other process can use it.
 */
import type { Backlog } from './port/backlog.ts';
import type { DefinitionStore } from './port/definition-store.ts';
import type { Expiry, Swept } from './port/expiry.ts';
import type { InstanceStore } from './port/instance-store.ts';
import type { JobStore } from './port/job-store.ts';
import type { DueKind } from './port/lease.ts';
import type { MessageStore } from './port/message-store.ts';
import type { ConnectionCounts, OpenCount } from './port/open-counts.ts';
import type { OutboxStore } from './port/outbox-store.ts';
import type { RecordStore } from './port/record-store.ts';
import type { RestoreStore } from './port/restore.ts';
import type { TaskStore } from './port/task-store.ts';

export type * from './port/backlog.ts';
export type * from './port/definition-rows.ts';
export type * from './port/expiry.ts';
export type * from './port/history-rows.ts';
export type * from './port/incident-rows.ts';
export type * from './port/instance-rows.ts';
export type * from './port/job-rows.ts';
export type * from './port/lease.ts';
export type * from './port/message-rows.ts';
export type * from './port/open-counts.ts';
export type * from './port/outbox-rows.ts';
export type * from './port/page.ts';
export type * from './port/press-rows.ts';
export type * from './port/restore.ts';
export type * from './port/step-commit.ts';
export type * from './port/task-rows.ts';

/**
 * The due time of what an operator made due: it has passed by the clock of every node, also of one whose clock differs from
 * that of the shell. A lease takes it away. Whoever finds it at a report also ends the pause after calls that failed, so one
 * report at a time has it.
 */
export const DUE_AT_ONCE = 0;

/**
 * So many attempts of a job that do not come back are counted by leases, which costs nothing: only a lease that was lost
 * shows them. The attempts after these are counted before they are made.
 */
export const COUNTED_BY_LEASES = 2;

export interface Store
  extends DefinitionStore,
    InstanceStore,
    TaskStore,
    JobStore,
    OutboxStore,
    MessageStore,
    RecordStore,
    RestoreStore {
  /**
   * Deletes some of the expired rows; call it again until `next` is null. An instance is skipped with all its rows while
   * one of its reports or messages is pending or parked, or one of its jobs is queued or has an open incident.
   * After a crash, an instance may have lost only some of its rows; nothing depends on the others, and the next sweep
   * deletes them. Several bridges may call it concurrently; they do not wait for each other, and no step waits for them.
   */
  deleteExpired(expiry: Expiry): Promise<Swept>;

  /**
   * Counts unfinished work. The counts are not from one consistent snapshot. Rows that a dead process had leased count as
   * due only after their lease has expired.
   */
  countBacklog(now: number): Promise<Backlog>;
  /** The migrations of a newer version of the library that has opened the database since; empty: none has. */
  newerMigrations(): Promise<string[]>;
  /** Counts instances that have not ended and their open tasks, by process and status; a process without any is absent. */
  countOpen(): Promise<OpenCount[]>;
  /**
   * The time when the next job, wake-up, timer start, outbox head or message is due, or when its lease expires; null: none.
   * @param kind default: all kinds
   */
  nextDueAt(kind?: DueKind): Promise<number | null>;
  /**
   * Releases all leases of an owner, when a bridge is closed. Outbox entries among them become a `repeat`. After a crash
   * the leases expire by themselves; other bridges only get the rows later.
   */
  releaseLeases(owner: string): Promise<void>;
  /**
   * Checks that this version of the library can still work with the schema: of a database that several bridges share, a newer
   * version may have migrated it. Absent if no other process can migrate it while it is open.
   * @throws {StoreError} `ERR_STORE_NEWER`: nothing more must be stored
   */
  checkSchema?(): Promise<void>;
  /**
   * Waits for running operations; later ones are refused with `ERR_CLOSED`. A process that is killed without it loses
   * nothing.
   */
  close(): Promise<void>;

  /**
   * The current time in epoch milliseconds, from the clock of the database that several bridges share. Absent if only this
   * machine uses the store.
   */
  readonly clock?: () => number;
  /** The connections to a server at this moment. Absent if there are none. */
  connectionCounts?(): readonly ConnectionCounts[];
}
