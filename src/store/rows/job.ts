import { type AsText, type LeaseColumns, readObject } from './columns.ts';

/** `queued`: waits, or an attempt is running; `failed`: after the last attempt; `cancelled`: the instance went on without it. */
export type JobState = 'queued' | 'done' | 'cancelled' | 'failed';

/** What a job is about: a call outside of the transaction of its step, without what it is called with. */
export interface JobSummary {
  /** Id of the job, unique in the database. */
  readonly jobId: string;
  /**
   * A call of a service, of the function for scripts or of another process; a thrown message or signal for other
   * instances; or the request of an operator, which needs a step.
   */
  readonly kind: 'service' | 'script' | 'call' | 'message' | 'signal' | 'request';
  /** The instance. */
  readonly instanceId: string;
  /** The node of the diagram. */
  readonly nodeId: string;
  /** Name of the service, message, signal, called process or requested operation, or language of the script. */
  readonly service: string;
  /** `queued`: due at `dueAt`, or an attempt is running; `failed`: after the last attempt. */
  readonly state: JobState;
  /** Attempts so far. */
  readonly attempts: number;
  /** When the next attempt is due, in epoch milliseconds. */
  readonly dueAt: number;
  /** When it was queued, in epoch milliseconds. */
  readonly createdAt: number;
  /** Why the latest attempt that failed did; null: none has. */
  readonly reason: string | null;
  /**
   * What the code of the host threw in it: name and message, at most 300 characters, and after the last attempt also the
   * stack, as in the incident; null: nothing more is known than the reason.
   */
  readonly cause: string | null;
}

export interface JobRow extends JobSummary {
  readonly executionId: string;
  /** Arguments of the service. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same for every attempt of this call; unique among calls. */
  readonly idempotencyKey: string;
  /** Number of leases, including those that did not count as an attempt; identifies the latest holder. */
  readonly leases: number;
  /**
   * Attempts that did not come back: their processes ended, or stood still until the lease ran out. Leases count the first
   * two; from then on, whoever holds the job counts its attempt before it makes it (`beginJob`). An attempt that comes back
   * ends the count.
   */
  readonly begun: number;
  /** The span of the step that queued it, as in W3C Trace Context; null: it was queued without telemetry. */
  readonly traceparent: string | null;
}

/** A leased job. The next lease increases `leases`, so this holder loses it. */
export type HeldJob = Pick<JobRow, 'jobId' | 'leases'>;

/** An attempt of a job that failed and will be repeated. */
export interface FailedAttempt extends Pick<JobSummary, 'reason' | 'cause'> {
  /** When it failed, in epoch milliseconds. */
  readonly at: number;
  /** When the next attempt is due, in epoch milliseconds. */
  readonly dueAt: number;
}

/** Which jobs a list holds; default: all. */
export interface JobFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The state. */
  readonly state?: JobState;
  /** The service that they call, or the message or signal that they send. */
  readonly service?: string;
}

/** Who requests something, and why, or why it was refused; for the history. */
export interface RequestNote {
  readonly at: number;
  readonly by: string;
  readonly reason: string | null;
  /** Of a termination: by the stored rows. */
  readonly force?: boolean;
}

/** `over`: the instance has ended; `running`: an earlier request is being fulfilled; `unknown`: there is no such instance. */
export type RequestOutcome = 'requested' | 'over' | 'running' | 'unknown';

/**
 * So many attempts of a job that do not come back are counted by leases, which costs nothing: only a lease that was lost
 * shows them. The attempts after these are counted before they are made.
 */
export const COUNTED_BY_LEASES = 2;

export interface JobRecord extends AsText<JobRow, 'variables' | 'input'>, LeaseColumns {}

export function readJob({ freeAt: _free, leaseOwner: _owner, ...record }: JobRecord): JobRow {
  const place = { table: 'jobs', id: record.jobId };
  return { ...record, variables: readObject(record.variables, place), input: readObject(record.input, place) };
}

/** Undefined if the row cannot be read. */
export function parseJob(record: JobRecord): JobRow | undefined {
  try {
    return readJob(record);
  } catch {
    return undefined;
  }
}

export function writeJob(row: JobRow): JobRecord {
  return {
    ...row,
    variables: JSON.stringify(row.variables),
    input: JSON.stringify(row.input),
    freeAt: row.state === 'queued' ? row.dueAt : null,
    leaseOwner: null,
  };
}
