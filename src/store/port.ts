/**
 * What the bridge and the outbox ask of a database. Two drivers stand behind it; nothing here is theirs.
 * Times are epoch milliseconds and come in as parameters; ids are text. Every operation is one transaction: when it
 * rejects, nothing of it was stored, or, where a server went away during the commit, all of it. It may be repeated.
 *
 * What holds "after a crash" holds when the caller's process, the database, or the power goes away at any instruction:
 * what resolved is there, what did not is there as a whole or not at all. Leases of a dead holder run out after their
 * `leaseMs`; on the embedded file the next process to open it frees them at once, since no other can be at work.
 */
import type { Backlog } from './port/backlog.ts';
import type { DefinitionStore } from './port/definition-store.ts';
import type { Expiry, Swept } from './port/expiry.ts';
import type { InstanceStore } from './port/instance-store.ts';
import type { JobStore } from './port/job-store.ts';
import type { DueKind } from './port/lease.ts';
import type { MessageStore } from './port/message-store.ts';
import type { OutboxStore } from './port/outbox-store.ts';
import type { RecordStore } from './port/record-store.ts';
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
export type * from './port/outbox-rows.ts';
export type * from './port/page.ts';
export type * from './port/press-rows.ts';
export type * from './port/step-commit.ts';
export type * from './port/task-rows.ts';

export interface Store
  extends DefinitionStore,
    InstanceStore,
    TaskStore,
    JobStore,
    OutboxStore,
    MessageStore,
    RecordStore {
  /**
   * Deletes some of what has been over for long enough; call it again until `next` is null. An instance for which
   * something is on its way or parked, or whose job failed and stands as an incident, is passed over with all it has.
   * After a crash every call that resolved has deleted what it says, and what is left is met by the next sweep: an
   * instance may be without some of its rows, and nothing depends on those. Callers on any number of nodes may race,
   * none waits for another, and no step waits for them.
   */
  deleteExpired(expiry: Expiry): Promise<Swept>;

  /**
   * What is undone, as of now: numbers of one moment each, not of the same. After a crash what the dead had leased
   * counts as due only when the leases have run out.
   */
  countBacklog(now: number): Promise<Backlog>;
  /**
   * When the next job, wake-up, timer start, outbox head or message is due (leased ones: when their lease ends); null:
   * nothing waits. After a crash what the dead had begun is due here still, when its lease ends.
   * @param kind asks about one of them alone
   */
  nextDueAt(kind?: DueKind): Promise<number | null>;
  /**
   * Gives back every lease of the owner, at the end of a bridge. Outbox entries among them become a `repeat`. After a
   * crash before it, the leases run out by themselves: others only wait longer for the same rows.
   */
  releaseLeases(owner: string): Promise<void>;
  /**
   * Waits for what has begun; what comes later is refused with `ERR_CLOSED`. Nothing that was acknowledged needs it: a
   * process that is killed without it has lost nothing.
   */
  close(): Promise<void>;

  /**
   * The present in epoch milliseconds by the clock that all who share the database have in common. Without one, the
   * store is of this machine alone, and its clock will do.
   */
  readonly clock?: () => number;
  /**
   * Calls the listener, of which there is one, when another node may have committed what is due. Only a hint: some are
   * lost, those of a node that is killed after its commit among them, and through a pooler none comes, so whoever waits
   * for work goes on asking.
   */
  onHint?(listener: () => void): void;
}
