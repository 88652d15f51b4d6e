import type { MultiInstanceSize } from '../engine/multi-instance/multi-instance-size.ts';
import type { MultiInstanceTally } from '../engine/multi-instance/multi-instance-tally.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { TimerState } from '../outcome/timer-due.ts';
import type { TaskPart } from './job-key.ts';

/** The task whose handling caused something; null: the start of the instance. */
export type Origin = string | null;

/** The plugin's state of an instance, in addition to the engine's own state. Plain JSON, part of the snapshot. */
export interface Ledger {
  /** Number of tasks created so far; numbers the next one. */
  readonly taskCount: number;
  /** Open tasks by the execution that waits for them. A task that its signers share has one execution for each signer. */
  readonly openTasks: Readonly<Record<string, OpenTask>>;
  /** Running jobs by the execution that waits for them. */
  readonly openJobs: Readonly<Record<string, OpenJob>>;
  /** Lineage: the origin of every activity execution that can still cause something, in the order in which they began. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Running timers, and timers of event sub-processes that have fired, by the execution that waits. */
  readonly timers: Readonly<Record<string, RunningTimer>>;
  /** Computed names of the messages and signals that are waited for, by the key of the wait (`waitKey`). */
  readonly listening: Readonly<Record<string, Listening>>;
  /** Votes of running countersigns, by the activity's execution. */
  readonly tallies: Readonly<Record<string, MultiInstanceTally>>;
  /** Sizes and elements of running multi-instances, as they were when each began, by the activity's execution. */
  readonly sizes: Readonly<Record<string, MultiInstanceSize>>;
  /** Handled tasks that a report may still name. */
  readonly handled: Readonly<Record<string, HandledTask>>;
  readonly lastHandledTaskId: string | null;
  /**
   * Tasks that were removed before anybody handled them, and whose reports wait for that of the task that caused it, in
   * the order of the reports.
   */
  readonly gone: readonly GoneTask[];
  /** Whether a report has named the start, so that later reports can refer to it. */
  readonly startReported: boolean;
  /** Number of messages sent so far; numbers the next one. */
  readonly messageCount: number;
  /** Accounts that have handled a task, each once, in the order of their first task. */
  readonly handledBy: readonly string[];
  /** Time-outs of open tasks for which a message must be sent, by task id; epoch milliseconds. */
  readonly timeOuts: Readonly<Record<string, number>>;
  /** Time since which the instance is suspended, in epoch milliseconds; null: it is not. */
  readonly suspendedAt: number | null;
  /** Conditional events that were evaluated since their wait began and since the last change that they listen to. */
  readonly conditionsSeen: readonly string[];
  /** Running scripts that decide whether an event fires, by the key of its wait. */
  readonly asked: Readonly<Record<string, AskedCondition>>;
  /** Number of such scripts so far; numbers the next one. */
  readonly askedCount: number;
  /** Variables of called processes that have their own, by the execution of the call. */
  readonly called: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Computed names of nodes, as computed for the first task of each: the center has one name for a node in an instance. */
  readonly nodeNames: Readonly<Record<string, string>>;
  /** Results of the input mappings of user tasks when each was opened, by the execution that waits for it. */
  readonly taskInputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Presses that completed a task whose scripts have not run yet, in order, by the execution that waits. */
  readonly pressed: Readonly<Record<string, PressedPart>>;
  /**
   * Completed instances of services and sub-processes whose completion condition is a script that has not run yet, in
   * order, by the execution that waits.
   */
  readonly returned: Readonly<Record<string, ReturnedPart>>;
}

export interface ReturnedPart {
  readonly origin: Origin;
  /** The variables that it set. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** A press that is passed to the engine once the scripts are done. */
export interface PressedPart {
  readonly taskId: string;
  /** The button of the task that was pressed. */
  readonly buttonKey: string;
  /** What was set as it was handled. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** Names are read when the wait begins. */
export interface Listening {
  readonly name: string | null;
  readonly correlationKey: string | null;
}

export interface RunningTimer extends TimerState {
  /** For a cycle, the results of its expressions when it began: later changes of variables do not affect its rounds. */
  readonly cycle?: TimerValues | undefined;
}

export interface TimerValues {
  readonly value: unknown;
  readonly until?: unknown;
}

/** An open task. */
export interface OpenTask {
  /** Its id in the center. */
  readonly taskId: string;
  /** Its node in the diagram. */
  readonly nodeId: string;
  /** Id of the execution of its activity; in a countersign, of the execution that all iterations share. */
  readonly rootId: string;
  /** Ids of the executions of the scopes around it: the task is removed when one of them is interrupted. */
  readonly scopeIds: readonly string[];
  /** The task whose handling caused it; null: the start. */
  readonly origin: Origin;
  /** Accounts that may handle it; empty when groups may. */
  readonly handlers: readonly string[];
  /** Groups that may handle it; empty when accounts may. */
  readonly handlingGroups: readonly string[];
  /** For a task that its signers share: who has signed it. */
  readonly signedBy: readonly string[];
}

export interface OpenJob {
  readonly nodeId: string;
  readonly rootId: string;
  readonly origin: Origin;
  /** For a user task: which of its scripts the job runs. */
  readonly part?: TaskPart | undefined;
  /** Its input, if no row of a store keeps it: the same for every call. */
  readonly given?: CreatedJob | undefined;
}

export interface AskedCondition {
  readonly nodeId: string;
  /** Index of the event definition that waits. */
  readonly index: number;
  readonly number: number;
  /** Same as for a job. */
  readonly given?: CreatedJob | undefined;
}

export interface HandledTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly handler: string;
  /** Time of the press, for the report. */
  readonly handledAt: number;
  /** Time when the step was applied, by our clock; the hold time of a report counts from it. */
  readonly appliedAt: number;
  readonly opinions: string | null;
  /** Display name of the handler, if no person handled it. */
  readonly handlerName: string | null;
  /** Display name of the person who handled it; absent or null: unknown. */
  readonly personName?: string | null | undefined;
  /** Label of the button, or name of the event that ended the task. */
  readonly handleStatus: string;
  /** False while its report is held back for a job it caused. */
  readonly reported: boolean;
  /** The person who got the task instead; null unless it was transferred. */
  readonly turnHandler: string | null;
  /** The event that ended it, as a sentence names it; null if a person handled it. */
  readonly endedBy: string | null;
  /** The groups that `handler` stands in for, because nobody handled it; absent: `handler` is a handler of the task. */
  readonly standsInFor?: readonly string[] | undefined;
  /** Whether a report named the task before: the task is shared, and another person had signed it. */
  readonly again: boolean;
}

/** A task that was removed before anybody handled it, in the form for reports. */
export interface GoneTask {
  readonly taskId: string;
  readonly nodeId: string;
  /** One of its handlers, or the person who stands in for its group, because the report must name somebody. */
  readonly handler: string;
  readonly standsInFor?: readonly string[] | undefined;
  /** Why it was removed. */
  readonly handleStatus: string;
  readonly goneAt: number;
  /** What removed it, as a sentence names it; null if the whole instance was terminated or revoked. */
  readonly takenBy: string | null;
  /** It is not reported while the report of this task is held back. */
  readonly cause: Origin;
}

export const EMPTY_LEDGER: Ledger = {
  taskCount: 0,
  openTasks: {},
  openJobs: {},
  origins: {},
  timers: {},
  listening: {},
  tallies: {},
  sizes: {},
  handled: {},
  lastHandledTaskId: null,
  gone: [],
  startReported: false,
  messageCount: 0,
  handledBy: [],
  timeOuts: {},
  suspendedAt: null,
  conditionsSeen: [],
  asked: {},
  askedCount: 0,
  called: {},
  nodeNames: {},
  taskInputs: {},
  pressed: {},
  returned: {},
};
