export type JobState = 'queued' | 'done' | 'cancelled' | 'failed';

export interface JobRow {
  readonly jobId: string;
  /**
   * A call of a service, of the function for scripts or of another process, or a message or signal that was thrown, for
   * other instances.
   */
  readonly kind: 'service' | 'script' | 'call' | 'message' | 'signal';
  readonly instanceId: string;
  readonly nodeId: string;
  readonly executionId: string;
  /** Name of the service, the message or the signal, language of the script, or what the called process goes by. */
  readonly service: string;
  /** What the service is called with. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same on every repeat of this call, unlike any other call. */
  readonly idempotencyKey: string;
  readonly state: JobState;
  /** Calls begun so far. */
  readonly attempts: number;
  /** How often it was leased, those too that were no attempt: tells its latest holder from all others. */
  readonly leases: number;
  readonly dueAt: number;
  readonly createdAt: number;
}

/** A job as it was leased: whoever leases it next counts another lease, and holds it instead. */
export type HeldJob = Pick<JobRow, 'jobId' | 'leases'>;
