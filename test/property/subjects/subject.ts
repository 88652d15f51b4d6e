import type { ReportKind, TaskHandlingItem } from '../../../src/index.ts';
import type { Graph } from '../draw/graph.ts';
import type { OracleButton } from '../oracle/oracle-buttons.ts';

/** One run of a process by something that is judged. What it does not tell is undefined and not compared. */
export interface Subject {
  readonly name: string;
  /** Whether it is the same after a step that failed. */
  readonly survivesFailure: boolean;
  /** Whether it does what is due as soon as the clock says so, without a word from the driver. */
  readonly readsClock?: boolean;
  start(variables: Variables): Promise<Seen | Refused>;
  press(press: SubjectPress): Promise<Seen | Refused>;
  /** A task is given to others for a while. Absent: it knows of nothing like it. */
  ask?(ask: SubjectAsk): Promise<Seen | Refused>;
  /** Who has asked asks no more. */
  recall?(recall: SubjectRecall): Promise<Seen | Refused>;
  sendBack?(sent: SubjectSendBack): Promise<Seen | Refused>;
  finishJob(job: SubjectJob, result: Variables): Promise<Seen | Refused>;
  /** A service ends in an error that something catches. */
  failJob(job: SubjectJob, code: string): Promise<Seen | Refused>;
  /** A message or a signal comes from outside. */
  send(event: SubjectEvent): Promise<Seen | Refused>;
  /**
   * Variables are set, and nothing else.
   * @param call whose process they are set in; undefined: in the instance
   * @param met conditional events that are, for an engine that cannot know
   */
  set(variables: Variables, call: string | undefined, met: readonly string[]): Promise<Seen | Refused>;
  /** Time has passed. */
  wake(due: readonly Due[]): Promise<Seen | Refused>;
  /** Lets go of what would keep the machine busy. */
  close(): void | Promise<void>;
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Why it was refused: a step that failed, of those one whose condition cannot be decided; a task or job that is over;
 * somebody who may not.
 */
export type Refused = 'failed' | 'undecided' | 'stale' | 'forbidden';

export interface SubjectAsk {
  readonly taskId: string;
  readonly kind: 'delegate' | 'before';
  readonly account: string;
  readonly to: readonly string[];
  readonly rule: 'all' | 'any' | 'in-turn';
}

export interface SubjectRecall {
  readonly taskId: string;
  readonly account: string;
}

export interface SubjectSendBack extends SubjectRecall {
  readonly to: string;
}

/** Who is asked by others, beside those who have tasks. */
export const ASKED = ['q1', 'q2', 'q3', 'q4', 'q5'] as const;

/** What the diagrams allow, where they say nothing. */
export const ALLOW = ['delegate', 'addSigners', 'sendBackDirect'] as const;

export interface SubjectPress {
  readonly taskId: string;
  readonly nodeId: string;
  readonly button: OracleButton;
  readonly account: string;
  readonly variables: Variables;
  /** The same press comes a second time before the first is answered. */
  readonly doubled: boolean;
  /** What the oracle says about it, for an engine that cannot know: whether the activity is over, which flow follows. */
  readonly completes: boolean;
  readonly chosen: { readonly gateway: string; readonly flowId: string } | undefined;
}

export interface SubjectJob {
  readonly jobId: string;
  readonly nodeId: string;
  /** It ended without a result. */
  readonly gone: boolean;
  /** The oracle's word on whether the activity is over. */
  readonly completes: boolean;
}

export interface SubjectEvent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly payload: Variables;
  /** Of a message: keeps out those that wait for another key. */
  readonly correlationKey?: string;
}

/** A timer whose time has come, for an engine that cannot know. */
export interface Due {
  readonly nodeId: string;
}

/** What can be seen of an instance after a trigger. */
export interface Seen {
  /** In the order they were made. */
  readonly open: readonly SeenTask[];
  /** Every job it ever ran, in the order they were made. */
  readonly jobs: readonly SeenJob[];
  /** Whether it tells which jobs still run. */
  readonly tellsJobs: boolean;
  /** What this trigger reported. */
  readonly reports: readonly SeenReport[] | undefined;
  readonly ended: boolean;
  readonly wakeAt: number | null | undefined;
  /** When it sets its alarm; what was due before rings then. */
  readonly alarmSetAt?: number;
  /** Of the process; undefined where it does not tell, and once it is over. */
  readonly variables?: Variables;
  /** Names of messages that were thrown and that nothing in the instance waited for. */
  readonly unmatched: readonly string[] | undefined;
  /** What it has found wrong itself. */
  readonly faults?: readonly string[];
}

export interface SeenTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly handlers: string | undefined;
  /** Id of a task, null for the start, undefined where it is not told. */
  readonly origin: string | null | undefined;
}

export interface SeenJob {
  readonly jobId: string;
  readonly nodeId: string;
  readonly runs: boolean;
}

export interface SeenReport {
  readonly kind: ReportKind | undefined;
  readonly item: TaskHandlingItem;
}

/** Makes a run of a diagram by a clock that the driver sets; undefined: it cannot run what is drawn. */
export type SubjectMaker = (
  graph: Graph,
  clock: { readonly now: number },
  holdMs: number,
) => Promise<Subject | undefined>;

export const INSTANCE_ID = 'i';

/** Names the order that all instances of a conversation are about. */
export const BUSINESS_KEY = 'order-1';

/** Belongs to every group, and is named for a task of one that nobody handled. */
export const MEMBER = 'mia';

/** A step that a busy machine holds up is not wrong: the default would end it. */
export const LIMITS = { stepMs: 60_000 };
