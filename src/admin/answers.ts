/** What the operator's page asks and gets, as JSON. The page takes these types, so that a changed answer breaks its build. */
import type { Doubts } from '../bridge/answers/doubts.ts';
import type { InstanceDiagram } from '../bridge/answers/instance-diagram.ts';
import type { ShownMessage, ShownReport, ShownTask } from '../operations/columns.ts';
import type { DefinitionSummary, IncidentRow, InstanceView, JobSummary, ProblemCount, Store } from '../store/store.ts';

/** Who uses the page, and what they may do. */
export interface MeAnswer {
  readonly name: string;
  readonly mayOperate: boolean;
  readonly mayModify: boolean;
  readonly mayReadVariables: boolean;
}

/** Part of a list. */
export interface ListAnswer<Row> {
  readonly rows: readonly Row[];
  /** The id after which the list continues; null: these are the last rows. */
  readonly next: string | null;
  /** How many rows the filter leaves, up to one more than `MOST_COUNTED`; null with later parts, and where nothing counts them. */
  readonly count: number | null;
  /** Of all reports or messages, how many are not settled, by state; null with later parts, and of other lists. */
  readonly unsettled: Awaited<ReturnType<Store['countUnsettled']>> | null;
}

/** An instance in a list. */
export interface ListedInstance extends InstanceView, ProblemCount {}

export interface InstanceAnswer {
  readonly instance: ListedInstance;
  readonly diagram: Pick<InstanceDiagram, 'xml' | 'nodes' | 'flows'>;
  /** Open tasks and queued jobs at each node. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tasks: readonly ShownTask[];
  readonly jobs: readonly JobSummary[];
  readonly incidents: readonly IncidentRow[];
  readonly reports: readonly ShownReport[];
  readonly messages: readonly ShownMessage[];
  /** Undefined: the person may not see them. Null: the instance has ended, or they cannot be read. */
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

export interface DoubtsAnswer extends Omit<Doubts, 'tasks' | 'reports'> {
  readonly tasks: readonly ShownTask[];
  readonly reports: readonly ShownReport[];
}

export interface DefinitionAnswer {
  readonly definition: DefinitionSummary;
  readonly xml: string;
  /** Open instances with a token at each node. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What is done to many rows. */
export interface BulkRequest {
  /** As in the query of the list. */
  readonly filter: Readonly<Record<string, string>>;
  /** Of the operation. */
  readonly options?: object;
  /** Id of the last row of the previous part. */
  readonly after?: string;
  /** Only counts them. */
  readonly dryRun: boolean;
}

/** The outcome of a part; the page asks for the next one until there is none. */
export interface BulkAnswer {
  /** Rows that were changed, or would be. */
  readonly count: number;
  /** Rows that were not changed: their state does not allow it, or somebody was faster. */
  readonly left: number;
  readonly next: string | null;
}

export interface AdminErrorAnswer {
  readonly error: { readonly code: string; readonly message: string };
}
