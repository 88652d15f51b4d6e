import type { CountersignTally } from '../engine/countersign-rule.ts';
import type { CountersignSize } from '../engine/countersign-size.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { TimerState } from '../outcome/timer-due.ts';
import type { TaskPart } from './job-key.ts';

/** The task whose handling caused something; null: the start of the instance. */
export type Origin = string | null;

/** What the plugin knows of an instance besides the engine's own state. Plain JSON, part of the snapshot. */
export interface Ledger {
  /** Tasks made so far; numbers the next one. */
  readonly taskCount: number;
  /** Open tasks by the execution that waits for them: several for one that its signers share, each with its signer. */
  readonly openTasks: Readonly<Record<string, OpenTask>>;
  /** Running jobs by the execution that waits for them. */
  readonly openJobs: Readonly<Record<string, OpenJob>>;
  /** Lineage: the origin of every activity execution that can still cause something, in the order in which they began. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Timers that run, and timers of event sub-processes that have fired, by the execution that waits. */
  readonly timers: Readonly<Record<string, RunningTimer>>;
  /** Computed names of the messages and signals that are waited for, by the key of the wait (`waitKey`). */
  readonly listening: Readonly<Record<string, Listening>>;
  /** Votes of the countersigns under way, by the activity's execution. */
  readonly tallies: Readonly<Record<string, CountersignTally>>;
  /** Sizes and elements of the multi-instances under way, as they were when each began, by the activity's execution. */
  readonly sizes: Readonly<Record<string, CountersignSize>>;
  /** Handled tasks that can still be named by a report. */
  readonly handled: Readonly<Record<string, HandledTask>>;
  readonly lastHandledTaskId: string | null;
  /** Tasks that vanished, whose reports wait behind that of the task that caused it, in the order of the reports. */
  readonly gone: readonly GoneTask[];
  /** Whether a report has named the start, so that its tasks have somewhere to hang. */
  readonly startReported: boolean;
  /** Messages sent so far; numbers the next one. */
  readonly messageCount: number;
  /** Accounts that have handled a task, each once, in the order of their first. */
  readonly handledBy: readonly string[];
  /** When the time of open tasks is over that somebody is to be told of, by task id; epoch milliseconds. */
  readonly timeOuts: Readonly<Record<string, number>>;
  /** Since when the instance is suspended, in epoch milliseconds; null: it runs. */
  readonly suspendedAt: number | null;
  /** Conditional events that were looked at since their wait began and since the last change that they listen to. */
  readonly conditionsSeen: readonly string[];
  /** Scripts that are asked whether an event is to fire, by the key of its wait. */
  readonly asked: Readonly<Record<string, AskedCondition>>;
  /** Scripts asked so far; numbers the next one. */
  readonly askedCount: number;
  /** Variables of called processes that have their own, by the execution of the call. */
  readonly called: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Computed names of nodes, each as that of its first task: the center knows one name of a node in an instance. */
  readonly nodeNames: Readonly<Record<string, string>>;
  /** What the input mappings of user tasks gave as each was opened, by the execution that waits for it. */
  readonly taskInputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Presses that completed a task whose scripts are still to be run, in their order, by the execution that waits. */
  readonly pressed: Readonly<Record<string, PressedPart>>;
  /**
   * Instances of services and sub-processes that are done, and whose completion condition is a script that is still to be
   * run, in their order, by the execution that waits.
   */
  readonly returned: Readonly<Record<string, ReturnedPart>>;
}

export interface ReturnedPart {
  readonly origin: Origin;
  /** What it set. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** The engine is told of it once the scripts are done. */
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
  /** Of a cycle what its expressions gave when it began: its rounds do not follow the variables. */
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
  /** Of a user task: which of its scripts it runs. */
  readonly part?: TaskPart | undefined;
  /** What it is given, where no row of a store keeps that: the same however often it is called. */
  readonly given?: CreatedJob | undefined;
}

export interface AskedCondition {
  readonly nodeId: string;
  /** Which of the event's definitions waits. */
  readonly index: number;
  readonly number: number;
  /** As of a job. */
  readonly given?: CreatedJob | undefined;
}

export interface HandledTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly handler: string;
  /** When, as the press says; goes into the report. */
  readonly handledAt: number;
  /** When the step was applied, by our clock; a held report counts from it. */
  readonly appliedAt: number;
  readonly opinions: string | null;
  /** Display name of who handled it, where nobody did. */
  readonly handlerName: string | null;
  /** Name that others are shown for the person who handled it; absent or null: none is known. */
  readonly personName?: string | null | undefined;
  /** Label of the button, or name of the event that ended the task. */
  readonly handleStatus: string;
  /** False while its report is held back for a job it caused. */
  readonly reported: boolean;
  /** Who was given the task instead; null unless it changed hands. */
  readonly turnHandler: string | null;
  /** The event that ended it, as a sentence names it; null where somebody handled it. */
  readonly endedBy: string | null;
  /** The groups that `handler` was named for, since nobody handled it; absent: it is a handler of the task. */
  readonly standsInFor?: readonly string[] | undefined;
  /** A report named the task before: somebody else had signed it, and it is shared. */
  readonly again: boolean;
}

/** A task that vanished without being handled, as it is reported. */
export interface GoneTask {
  readonly taskId: string;
  readonly nodeId: string;
  /** One of its handlers, or who stands in for its group: the report has to name somebody. */
  readonly handler: string;
  readonly standsInFor?: readonly string[] | undefined;
  /** Why it vanished. */
  readonly handleStatus: string;
  readonly goneAt: number;
  /** What took it, as a sentence names it; null where the instance was ended before its time. */
  readonly takenBy: string | null;
  /** Nothing is said of it while the report of this task is held back. */
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
