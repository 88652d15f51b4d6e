import type { ByOperator } from './history.ts';

/**
 * A failure that needs an operator. There is at most one open incident per subject and code: further failures increase its
 * `count` and update its `reason`. It is stored in the commit that releases the lease, so that no incident stays open for
 * work that has succeeded in the meantime.
 */
export interface IncidentRow {
  /** Id of the incident. */
  readonly incidentId: string;
  /** null: a timer could not start an instance, or the database has no instance of the task. */
  readonly instanceId: string | null;
  /** What failed: the kind of the trigger; `deadlock`: nothing can move the instance any more; `restore`: the database was restored, and lacks a task of the center. */
  readonly kind: 'start' | 'press' | 'job' | 'wake' | 'deadlock' | 'restore';
  /** Id of the task, job or instance, or the start event: `<process>.<node>`. */
  readonly subject: string;
  /** Error code of the latest failure. */
  readonly code: string;
  /** Message of the latest failure. */
  readonly reason: string;
  /** What the code of the host threw in the latest failure: name, message and stack, at most 2,000 characters; null: nothing more is known than the reason. */
  readonly cause: string | null;
  /** Time of the first failure, in epoch milliseconds. */
  readonly at: number;
  /** Time of the latest failure, in epoch milliseconds. */
  readonly latestAt: number;
  /** Number of failures. */
  readonly count: number;
  /** Time when it was resolved, in epoch milliseconds; null: it is open. */
  readonly resolvedAt: number | null;
}

/**
 * The outcome of an operator's retry. `press`: only a person can press again; `deadlock`: the instance can only be ended.
 */
export type IncidentRetry =
  | { readonly kind: 'retried' | 'resolved' | 'press' | 'deadlock'; readonly incident: IncidentRow }
  | { readonly kind: 'unknown' };

/** Who resolves an incident, and why. */
export interface ResolvedBy extends ByOperator {
  readonly reason: string;
}

/**
 * The outcome of an operator's resolution. A kind of an incident: it is closed by what it is about alone, a retry or the end
 * of the instance.
 */
export type IncidentResolution =
  | { readonly kind: 'closed' | 'resolved' | 'job' | 'wake' | 'start' | 'deadlock'; readonly incident: IncidentRow }
  | { readonly kind: 'unknown' };

/** Which incidents a list holds; default: all. */
export interface IncidentFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** true: only unresolved ones; false: only resolved ones. */
  readonly open?: boolean;
  /** An error code. */
  readonly code?: string;
  /** The process of the instance, or of the start by a timer. */
  readonly processId?: string;
}
