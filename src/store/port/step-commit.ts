import type { Report } from '../../protocol/report.ts';
import type { TaskChange, TaskClosing, TaskSuspension } from '../../protocol/task-view.ts';
import type { DefinitionRow } from './definition-rows.ts';
import type { HistoryRow } from './history-rows.ts';
import type { IncidentRow } from './incident-rows.ts';
import type { EventSubscription, InstanceRow } from './instance-rows.ts';
import type { JobRow, JobState } from './job-rows.ts';
import type { MessageRow } from './message-rows.ts';
import type { OutboxRetry } from './outbox-rows.ts';
import type { PressRow } from './press-rows.ts';
import type { TaskRow } from './task-rows.ts';

/** All changes of one step. */
export interface StepCommit {
  /** The instance after the step, without its revision. */
  readonly instance: Omit<InstanceRow, 'revision'>;
  /** The revision on which the step was computed; 0 for a new instance, which then gets revision 1. */
  readonly baseRevision: number;
  /**
   * The new definition of the instance. One that extends another is stored with the step unless it exists, never becomes
   * the latest of its process, and is deleted like a superseded one. Any other must be deployed, or the step is `lost`.
   */
  readonly definition?: DefinitionRow;
  readonly tasksCreated: readonly TaskRow[];
  readonly tasksClosed: readonly TaskClosing[];
  readonly tasksChanged: readonly TaskChange[];
  /**
   * Applied to every open task when the instance is suspended or activated. When it is activated, its jobs that are not
   * leased become due at once.
   */
  readonly openTasks?: TaskSuspension;
  readonly jobsCreated: readonly JobRow[];
  /**
   * Closed jobs. A job that becomes `done` must still be `queued`; otherwise the step is `lost`, because another step has
   * used its result. A cancelled job that is no longer `queued` is not changed.
   */
  readonly jobsClosed: readonly { readonly jobId: string; readonly state: Exclude<JobState, 'queued'> }[];
  /** Cancels every queued call of the instance, in addition to `jobsClosed`, but not its thrown messages and signals. */
  readonly callsCancelled?: true;
  /** Every message and signal for which the instance waits after the step; they replace the previous ones. */
  readonly subscriptions: readonly EventSubscription[];
  readonly reports: readonly Report[];
  /** Each also gets a history entry. A `sendId` that is already used makes the step fail. */
  readonly messages: readonly MessageRow[];
  readonly history: readonly Omit<HistoryRow, 'seq' | 'instanceId'>[];
  /**
   * Subjects whose open incidents the step resolves. `all`: all incidents of the ended instance, except those about messages
   * and signals that were not delivered, and about tasks that only the center has since a restore.
   */
  readonly incidentsResolved: readonly string[] | 'all';
  /** Opened with the step, unless it is already open. */
  readonly incident?: IncidentRow;
  readonly press?: PressRow;
  /** A parked report that is sent again with the corrections of the step; if it is no longer parked, the step is `lost`. */
  readonly retried?: OutboxRetry;
  readonly at: number;
  /** Stored with the reports. Default: null. */
  readonly traceparent?: string | null;
}

/**
 * `lost`: another step was committed on `baseRevision` first, the start key or press key is taken, a job was already
 * done, or its definition was undeployed. Nothing was stored; read the rows again.
 */
export type CommitOutcome = 'committed' | 'lost';
