/** What the operator's page asks and gets, as JSON. The page takes these types, so that a changed answer breaks its build. */
import type { Doubts } from '../bridge/answers/doubts.ts';
import type { InstanceDiagram } from '../bridge/answers/instance-diagram.ts';
import type { ExplainedReport } from '../bridge/answers/read-instance.ts';
import type {
  Backlog,
  DefinitionSummary,
  IncidentRow,
  InstanceView,
  JobSummary,
  MessageRow,
  OutboxRow,
  TaskRow,
} from '../store/store.ts';

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
  /** How many rows the filter leaves; null with later parts, and where nothing counts them. */
  readonly count: number | null;
}

export type BacklogAnswer = Pick<Backlog, 'reports' | 'messages' | 'incidents' | 'failedJobs'>;

/** An instance in a list. */
export interface ListedInstance extends InstanceView {
  readonly openIncidents: number;
  readonly parkedReports: number;
}

/** A report, without what it says of people. */
export interface ListedReport
  extends Pick<OutboxRow, 'seq' | 'instanceId' | 'state' | 'attempts' | 'dueAt' | 'createdAt' | 'deliveredAt'> {
  /** What the center answered, or why the report is where it is. */
  readonly problem: string | null;
  /** Why the bridge sends it. */
  readonly explanation: string;
  readonly status: ExplainedReport['status'];
  readonly previousTaskId: string;
}

/** A message to people, without its text and recipients. */
export type ListedMessage = Pick<
  MessageRow,
  'sendId' | 'instanceId' | 'nodeId' | 'state' | 'attempts' | 'dueAt' | 'createdAt' | 'sentAt' | 'reason'
> & { readonly messageTypeCode: string; readonly unreached: number };

/** A task, without opinions. */
export type ListedTask = Pick<
  TaskRow,
  'taskId' | 'instanceId' | 'nodeId' | 'nodeName' | 'title' | 'state' | 'handlers' | 'handlingGroups' | 'createdAt'
>;

export interface InstanceAnswer {
  readonly instance: ListedInstance;
  readonly diagram: Pick<InstanceDiagram, 'xml' | 'nodes' | 'flows'>;
  /** Open tasks and queued jobs at each node. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tasks: readonly ListedTask[];
  readonly jobs: readonly JobSummary[];
  readonly incidents: readonly IncidentRow[];
  readonly reports: readonly ListedReport[];
  readonly messages: readonly ListedMessage[];
  /** Undefined: the person may not see them. Null: the instance has ended, or they cannot be read. */
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

export interface DoubtsAnswer extends Omit<Doubts, 'tasks' | 'reports'> {
  readonly tasks: readonly ListedTask[];
  readonly reports: readonly ListedReport[];
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
