import type { IncidentRow } from './incident-rows.ts';
import type { HeldJob, JobRow } from './job-rows.ts';
import type { Lease } from './lease.ts';

export interface JobStore {
  /** After a crash `queued` says that no result was stored, not that the service was not called. */
  getJob(jobId: string): Promise<JobRow | undefined>;
  /**
   * Leases due jobs, oldest first, and counts the attempt. No job is leased twice at a time. One that cannot be read
   * fails instead, with an incident. When the holder dies the lease runs out and somebody else calls the service again,
   * with the same idempotencyKey; the attempt stays counted.
   */
  leaseJobs(lease: Lease): Promise<JobRow[]>;
  /**
   * Gives a leased job back, to be called again at `dueAt`. Only its latest holder is heard, and once. After a crash
   * before it, the job is called again when the lease runs out instead.
   */
  retryJob(job: HeldJob, dueAt: number): Promise<void>;
  /**
   * The same for one whose time has not come: the lease does not count as an attempt. After a crash before it, it does.
   */
  deferJob(job: HeldJob, dueAt: number): Promise<void>;
  /**
   * Ends a queued job's retries and records why; the instance keeps waiting for it. Only its latest holder is heard.
   * After a crash the job has failed and its incident stands, or it is called once more when the lease runs out.
   * @returns false when it is over, or somebody else's
   */
  failJob(job: HeldJob, incident: IncidentRow): Promise<boolean>;

  /**
   * Ends a job whose work goes on as other jobs, all at once; with none it is over. Only its latest holder is heard.
   * After a crash the parts are due and it is over, or it is split when the lease runs out, perhaps into others: none
   * of the first was stored, so nobody hears a signal twice.
   * @returns false when it is over, or somebody else's: then nothing was stored
   */
  splitJob(job: HeldJob, parts: readonly JobRow[], at: number): Promise<boolean>;
}
