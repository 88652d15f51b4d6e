import type { ByOperator } from './history-rows.ts';
import type { IncidentRow } from './incident-rows.ts';
import type {
  FailedAttempt,
  HeldJob,
  JobFilter,
  JobRow,
  JobSummary,
  TerminationOutcome,
  TerminationRequest,
} from './job-rows.ts';
import type { Lease } from './lease.ts';
import type { Page } from './page.ts';

export interface JobStore {
  /** After a crash, `queued` means that no result was stored; the service may have been called. */
  getJob(jobId: string): Promise<JobRow | undefined>;
  /** In the order of their ids, without what they are called with, which may be personal data; `after`: those with a higher id. */
  listJobs(filter: JobFilter & { after?: string } & Page): Promise<JobSummary[]>;
  countJobs(filter: JobFilter): Promise<number>;
  /**
   * Makes a job due at once that waits for its next attempt or has failed, with a history entry. Its incident stays open
   * until an attempt succeeds.
   * @returns false if it is done or cancelled, or an attempt is running; nothing was changed
   */
  makeJobDue(jobId: string, at: number, operator?: ByOperator): Promise<boolean>;
  /**
   * Queues a job that ends its instance, with a history entry; an earlier one that is not leased is replaced, also if it has
   * failed. After a crash, both are stored or neither. If the instance ends by itself, the job only finds that.
   */
  requestTermination(job: JobRow, request: TerminationRequest): Promise<TerminationOutcome>;
  /**
   * Leases due jobs, oldest first, and counts the attempt. No job is leased twice at a time. A job that cannot be read fails
   * with an incident. If the holder dies, the lease expires and another bridge calls the service again with the same
   * idempotencyKey; the attempt counts, also as one that did not come back (`begun`).
   * @param onIncident called after the commit with the incident of each job that cannot be read
   */
  leaseJobs(lease: Lease, onIncident?: (incident: IncidentRow) => void): Promise<JobRow[]>;
  /**
   * Counts an attempt of a job before it is made: if it ends its process, nothing else tells. An attempt that comes back
   * begins the count again, and one whose lease is released is not counted.
   * @returns how many were begun and have not come back, this one included; undefined if the caller is not the latest holder
   */
  beginJob(job: HeldJob): Promise<number | undefined>;
  /**
   * Releases a job, to be called again at `dueAt`, with a history entry. Has no effect unless called by the latest holder, and
   * once. After a crash before this, the job is called again when its lease expires, and nothing says that it failed.
   */
  retryJob(job: HeldJob, failed: FailedAttempt): Promise<void>;
  /**
   * Like {@link retryJob}, but the lease does not count as an attempt, because the service was not called.
   */
  deferJob(job: HeldJob, dueAt: number): Promise<void>;
  /**
   * Ends the retries of a job and opens an incident; the instance continues to wait for it. After a crash before this, the
   * job is called again when its lease expires.
   * @param begun what `begun` is when an operator retries it; default: 0
   * @returns false if it is done or the caller is not its latest holder
   */
  failJob(job: HeldJob, incident: IncidentRow, begun?: number): Promise<boolean>;

  /**
   * Replaces a job by its parts in one commit; without parts the job is done. After a crash before this, the job is split
   * again when its lease expires, perhaps into other parts: none of the earlier ones was stored, so no signal is delivered
   * twice.
   * @returns false if it is done or the caller is not its latest holder; nothing was stored
   */
  splitJob(job: HeldJob, parts: readonly JobRow[], at: number): Promise<boolean>;
}
