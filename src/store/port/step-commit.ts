import type { Report } from '../../protocol/report.ts';
import type { DefinitionRow } from './definition-rows.ts';
import type { HistoryRow } from './history-rows.ts';
import type { IncidentRow } from './incident-rows.ts';
import type { EventSubscription, InstanceRow } from './instance-rows.ts';
import type { JobRow, JobState } from './job-rows.ts';
import type { MessageRow } from './message-rows.ts';
import type { OutboxRetry } from './outbox-rows.ts';
import type { PressRow } from './press-rows.ts';
import type { TaskChange, TaskClosing, TaskRow } from './task-rows.ts';

/** All that one step changes. */
export interface StepCommit {
  /** The instance after the step, without its revision. */
  readonly instance: Omit<InstanceRow, 'revision'>;
  /** The revision the step was computed on; 0 for a new instance, whose first revision becomes 1. */
  readonly baseRevision: number;
  /**
   * The definition that the instance runs from this step on, where the step made one. It is stored with the step unless
   * it is there, and is never the latest of its process: it goes when no instance runs it, as one that was superseded.
   */
  readonly definition?: DefinitionRow;
  readonly tasksCreated: readonly TaskRow[];
  readonly tasksClosed: readonly TaskClosing[];
  readonly tasksChanged: readonly TaskChange[];
  /**
   * Set on every open task of the instance: it was suspended or activated. Jobs of an activated one that nobody holds
   * are due at once.
   */
  readonly openTasks?: Pick<TaskRow, 'suspendedAt' | 'handler' | 'opinions'> & {
    readonly state: 'IN_PROGRESS' | 'SUSPENDED';
  };
  readonly jobsCreated: readonly JobRow[];
  /**
   * Jobs that are over. A job that the step says is `done` must be `queued` until then, else the step is `lost`: its
   * work was done by somebody else. One that is cancelled and not `queued` any more is left as it is.
   */
  readonly jobsClosed: readonly { readonly jobId: string; readonly state: Exclude<JobState, 'queued'> }[];
  /** Cancels every queued call of the instance, also one that `jobsClosed` does not name; not what it threw for others. */
  readonly callsCancelled?: true;
  /** Every message and signal the instance waits for after the step; those of before are forgotten. */
  readonly subscriptions: readonly EventSubscription[];
  readonly reports: readonly Report[];
  /** Each goes into the history too. Their `sendId` is nobody else's: one that is taken fails the step. */
  readonly messages: readonly MessageRow[];
  readonly history: readonly Omit<HistoryRow, 'seq' | 'instanceId'>[];
  /**
   * Subjects whose open incidents the step has overtaken. `all`: those of the instance, which has ended, but for what it
   * threw and reached nobody.
   */
  readonly incidentsResolved: readonly string[] | 'all';
  /** Opened with the step, unless it stands already. */
  readonly incident?: IncidentRow;
  readonly press?: PressRow;
  /** A parked report that goes out again with what the step corrected; where it is not parked any more, the step is `lost`. */
  readonly retried?: OutboxRetry;
  readonly at: number;
}

/**
 * `lost`: another step was committed on `baseRevision` first, the start key or press key is taken, or a job was done
 * by somebody else; nothing was stored, read again.
 */
export type CommitOutcome = 'committed' | 'lost';
