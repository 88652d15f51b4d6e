import type { IncidentRow } from './incident-rows.ts';
import type { InstanceFilter, InstanceRow, TokenCount, WakeUp } from './instance-rows.ts';
import type { Lease } from './lease.ts';
import type { Page } from './page.ts';
import type { CommitOutcome, StepCommit } from './step-commit.ts';

export interface InstanceStore {
  /** The state after the last committed step. */
  getInstance(instanceId: string): Promise<InstanceRow | undefined>;
  /**
   * The instance of a task. A task that is read afterwards is never older than the instance; if it is newer, a step on this
   * instance is lost.
   */
  getInstanceOfTask(taskId: string): Promise<InstanceRow | undefined>;
  /** After a crash, shows whether a start without an answer was committed. */
  findInstanceByStartKey(startKey: string): Promise<InstanceRow | undefined>;
  /**
   * In the order of their start; `after`: those that come after this one. After a crash, includes instances whose start got
   * no answer.
   */
  listInstances(
    filter: InstanceFilter & { after?: Pick<InstanceRow, 'startedAt' | 'instanceId'> } & Page,
  ): Promise<InstanceRow[]>;
  countInstances(filter: InstanceFilter): Promise<number>;
  /** Where the open instances of a definition, and of those that extend it, are, in no particular order. Reads a short text of each. */
  countTokens(definitionId: string): Promise<TokenCount[]>;

  /**
   * Instances that wait for a message of that name and key, oldest first. After a crash, an instance whose step received the
   * message is not included; the job of the sender shows whether it was delivered.
   */
  findSubscribers(name: string, correlationKey: string): Promise<string[]>;
  /**
   * Instances that wait for a signal of that name, oldest first. After a crash during a broadcast of the host, these are the
   * instances that did not receive it, unless a diagram waits for it again; signals thrown by instances are stored as jobs.
   */
  findSignalCatchers(name: string): Promise<string[]>;

  /**
   * Commits all rows of a step or none, if the revision has not changed. After it resolves `committed`, the step survives a
   * power failure: snapshot, tasks, jobs, timers, press and reports. After a crash before that, it may or may not be
   * committed. A repeated trigger detects which: a press by its key, a start by its start key, a job by its state, and a
   * timer by the revision.
   */
  commitStep(step: StepCommit): Promise<CommitOutcome>;

  /**
   * Leases running instances whose `wakeAt` is reached, most overdue first, and counts the attempt. If the holder dies, the
   * lease expires and another bridge wakes them; if the step was committed, `wakeAt` has changed, so it is not repeated.
   */
  leaseWakeUps(lease: Lease): Promise<WakeUp[]>;
  /**
   * Counts that a step is begun, before it is computed: if it ends its process, nothing else tells. A step and a retry
   * begin the count again.
   * @returns how many were begun and have not come back, this one included; undefined if the caller is not the latest holder
   */
  beginWakeUp(held: WakeUp): Promise<number | undefined>;
  /**
   * Releases an instance, to be woken at `freeAt` (null: once the incident is retried), and stores the incident, both or neither. Has no effect if the caller is
   * not the latest holder or another step was committed, so that no incident is opened for work that has succeeded. After a
   * crash before this, the instance is woken when its lease expires.
   * @returns the open incident, see {@link IncidentRow}; undefined if it had no effect
   */
  retryWakeUp(held: WakeUp, freeAt: number | null, incident: IncidentRow): Promise<IncidentRow | undefined>;
}
