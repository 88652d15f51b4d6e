import type { IncidentRow } from './incident-rows.ts';
import type { InstanceRow, InstanceStatus, WakeUp } from './instance-rows.ts';
import type { Lease } from './lease.ts';
import type { Page } from './page.ts';
import type { CommitOutcome, StepCommit } from './step-commit.ts';

export interface InstanceStore {
  /** After a crash as its last committed step left it: of a step that was being computed nothing is here. */
  getInstance(instanceId: string): Promise<InstanceRow | undefined>;
  /**
   * The instance that a task belongs to. A task that is read after it is as new as the instance, or newer: then a step
   * on this instance is lost.
   */
  getInstanceOfTask(taskId: string): Promise<InstanceRow | undefined>;
  /** After a crash tells whether a start that nobody answered went through: with its first step, or not at all. */
  findInstanceByStartKey(startKey: string): Promise<InstanceRow | undefined>;
  /** After a crash holds those whose start nobody answered, too. */
  listInstances(
    filter: { processId?: string; status?: InstanceStatus; businessKey?: string } & Page,
  ): Promise<InstanceRow[]>;

  /**
   * Instances that wait for a message of that name and key, oldest first. After a crash one that had just taken the
   * message is left out, since the step that took it forgot its wait; the thrower's job says whether anybody did.
   */
  findSubscribers(name: string, correlationKey: string): Promise<string[]>;
  /**
   * Instances that wait for a signal of that name, oldest first. After a crash halfway through a broadcast of the host
   * those are left that had not heard it, unless a diagram waits for it again; what an instance threw is kept as jobs.
   */
  findSignalCatchers(name: string): Promise<string[]>;

  /**
   * All of a step or none of it, fenced by the revision. After it resolves `committed` the step survives a power cut:
   * the snapshot, and with it tasks, jobs, timer, press and the reports that tell of it. After a crash before it
   * resolved either holds: a press is told by its key, a start by its start key, a job by its state, and a timer by its
   * revision, so what set the step off comes again and finds the step done, or does it.
   */
  commitStep(step: StepCommit): Promise<CommitOutcome>;

  /**
   * Leases running instances whose `wakeAt` has come, most overdue first, and counts the attempt. When the holder dies
   * the lease runs out and another wakes them; one whose step was committed has another `wakeAt`, and is not woken
   * twice.
   */
  leaseWakeUps(lease: Lease): Promise<WakeUp[]>;
  /**
   * Gives a leased instance back, to be woken at `freeAt`, and keeps why: both or neither. Only its latest holder is
   * heard, and a step overtakes it, so that no incident opens of what has gone through since. After a crash before it,
   * the instance is woken when the lease runs out, and fails anew.
   * @returns the incident that stands, see {@link IncidentRow}; undefined for whoever is not heard
   */
  retryWakeUp(held: WakeUp, freeAt: number, incident: IncidentRow): Promise<IncidentRow | undefined>;
}
