import type { ReportKind } from '../../src/protocol/report.ts';
import type { TaskHandlingItem } from '../../src/protocol/task-handling.ts';
import type { Graph } from './graph.ts';
import type { OracleButton } from './oracle-buttons.ts';

/** One run of a process by something that is judged. What it does not tell is undefined and not compared. */
export interface Subject {
  readonly name: string;
  /** Whether it is the same after a step that failed. */
  readonly survivesFailure: boolean;
  start(variables: Readonly<Record<string, unknown>>): Promise<Seen | Refused>;
  press(press: SubjectPress): Promise<Seen | Refused>;
  /** @param completes the oracle's word on whether the activity is over */
  finishJob(job: JobName, result: Readonly<Record<string, unknown>>, completes: boolean): Promise<Seen | Refused>;
  /** Time has passed. */
  wake(): Promise<Seen>;
}

/** Why it was refused: a step that failed, a task or job that is over. */
export type Refused = 'failed' | 'stale';

export interface SubjectPress {
  readonly taskId: string;
  readonly nodeId: string;
  readonly button: OracleButton;
  readonly account: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The same press comes a second time before the first is answered. */
  readonly doubled: boolean;
  /** What the oracle says about it, for an engine that cannot know: whether the activity is over, which flow follows. */
  readonly completes: boolean;
  readonly chosen: { readonly gateway: string; readonly flowId: string } | undefined;
}

export interface JobName {
  readonly nodeId: string;
  readonly index: number | null;
  /** It ended without a result. */
  readonly gone: boolean;
}

/** What can be seen of an instance after a trigger. */
export interface Seen {
  /** In the order they were made. */
  readonly open: readonly SeenTask[];
  /** Nodes of the jobs that run, one entry per job. */
  readonly jobs: readonly string[] | undefined;
  /** What this trigger reported. */
  readonly reports: readonly SeenReport[] | undefined;
  readonly ended: boolean;
  readonly wakeAt: number | null | undefined;
}

export interface SeenTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly handlers: string | undefined;
  /** Id of a task, null for the start, undefined where it is not told. */
  readonly origin: string | null | undefined;
}

export interface SeenReport {
  readonly kind: ReportKind | undefined;
  readonly item: TaskHandlingItem;
}

/** Makes a run of a drawing by a clock that the driver sets. */
export type SubjectMaker = (graph: Graph, clock: { readonly now: number }, holdMs: number) => Promise<Subject>;

export const INSTANCE_ID = 'i';
