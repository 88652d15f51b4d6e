export type JobState = 'queued' | 'done' | 'cancelled' | 'failed';

export interface JobRow {
  readonly jobId: string;
  /**
   * A call of a service, of the function for scripts or of another process; a thrown message or signal for other
   * instances; or the request of an operator to end the instance.
   */
  readonly kind: 'service' | 'script' | 'call' | 'message' | 'signal' | 'terminate';
  readonly instanceId: string;
  readonly nodeId: string;
  readonly executionId: string;
  /** Name of the service, message, signal or called process, or language of the script. */
  readonly service: string;
  /** Arguments of the service. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same for every attempt of this call; unique among calls. */
  readonly idempotencyKey: string;
  readonly state: JobState;
  /** Attempts so far. */
  readonly attempts: number;
  /** Number of leases, including those that did not count as an attempt; identifies the latest holder. */
  readonly leases: number;
  readonly dueAt: number;
  readonly createdAt: number;
  /** The span of the step that queued it, as in W3C Trace Context; null: it was queued without telemetry. */
  readonly traceparent: string | null;
}

/** A leased job. The next lease increases `leases`, so this holder loses it. */
export type HeldJob = Pick<JobRow, 'jobId' | 'leases'>;

/** Which jobs a list holds; default: all. */
export interface JobFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The state. */
  readonly state?: JobState;
}

/** A job as operators see it. */
export type JobSummary = Pick<
  JobRow,
  'jobId' | 'kind' | 'instanceId' | 'nodeId' | 'service' | 'state' | 'attempts' | 'dueAt' | 'createdAt'
>;

/** Why an operator wants an instance to be ended, for the history. */
export interface TerminationRequest {
  readonly at: number;
  readonly by: string;
  readonly reason: string | null;
  /** Without the engine. */
  readonly force: boolean;
}

/** `over`: the instance has ended; `running`: an earlier request is being fulfilled; `unknown`: there is no such instance. */
export type TerminationOutcome = 'requested' | 'over' | 'running' | 'unknown';
