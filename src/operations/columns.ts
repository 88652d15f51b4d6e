/**
 * The columns of the lists: the command line prints their values, and the operators' page shows them. To add one, add it
 * here, and its label to the dictionaries of the page; the compiler names what is missing.
 */

import { wasAsked } from '../plugin/state/panel.ts';
import type { AskKind } from '../protocol/task-view.ts';
import type {
  DefinitionSummary,
  HistoryRow,
  IncidentRow,
  InstanceView,
  JobSummary,
  MessageRow,
  OutboxRow,
  ProblemCount,
  TaskRow,
} from '../store/store.ts';
import type { ListName } from './lists.ts';

type People = Pick<TaskRow, 'handlers' | 'handlingGroups'>;

/** What a value is, by which it is printed and shown. Null: there is none. */
interface Values {
  /** What people call the row; on the page, of instances and definitions it leads to them. */
  readonly title: string | number;
  readonly id: string | number | null;
  /** The id of a definition, whose beginning tells it from others. */
  readonly version: string;
  /** The id of an instance, which the page leads to. */
  readonly instance: string | null;
  readonly text: string | null;
  /** One of the values that the product defines, which the page shows in the language of the person. */
  readonly word: string | null;
  readonly state: string | null;
  readonly people: People;
  /** In epoch milliseconds. */
  readonly time: number | null;
  readonly number: number;
  /** The node of a diagram by its id. */
  readonly node: string | null;
  /** Sentences, for lines of their own. */
  readonly words: string | null;
  /** Why the row is in its state. */
  readonly reason: string | null;
  /** What the code of a service threw: the first line of it is enough to recognize it. */
  readonly cause: string | null;
  readonly problems: ProblemCount;
  readonly entry: HistoryRow;
}

type ColumnOf<Row, Kind extends keyof Values, Name extends string> = {
  readonly kind: Kind;
  readonly name: Name;
  read(row: Row): Values[Kind];
  /** Where it is left out: the other place has it already, or no room for it. Default: it is in both. */
  readonly only?: 'shell' | 'page';
};

/** A column of a list. */
export type Column<Row = never, Name extends string = string> = {
  [Kind in keyof Values]: ColumnOf<Row, Kind, Name>;
}[keyof Values];

/** A report, without what it says of people. */
export interface ShownReport
  extends Pick<
    OutboxRow,
    'seq' | 'instanceId' | 'state' | 'attempts' | 'dueAt' | 'createdAt' | 'deliveredAt' | 'reason'
  > {
  /** Why the bridge sends it. */
  readonly explanation: string;
  readonly status: string;
  readonly previousTaskId: string;
}

/** A message to people, without its text and recipients. */
export interface ShownMessage
  extends Pick<
    MessageRow,
    'sendId' | 'instanceId' | 'nodeId' | 'state' | 'attempts' | 'dueAt' | 'createdAt' | 'sentAt' | 'reason'
  > {
  readonly messageTypeCode: string;
  readonly unreached: number;
}

/** A task, without opinions. */
export type ShownTask = Pick<
  TaskRow,
  | 'taskId'
  | 'instanceId'
  | 'nodeId'
  | 'nodeName'
  | 'title'
  | 'state'
  | 'handlers'
  | 'handlingGroups'
  | 'createdAt'
  | 'isSystem'
  | 'panel'
  | 'reportWait'
>;

/** The rows of each list, as far as columns read them. */
interface Rows {
  readonly instances: InstanceView & Partial<ProblemCount>;
  readonly tasks: ShownTask;
  readonly definitions: DefinitionSummary;
  readonly outbox: ShownReport;
  readonly messages: ShownMessage;
  readonly jobs: JobSummary;
  readonly incidents: IncidentRow;
  readonly history: HistoryRow;
}

/** Makes the columns of a list. */
function columnsOf<List extends ListName>() {
  return <const Names extends string>(...columns: readonly Column<Rows[List], Names>[]) => columns;
}

/** When the next attempt is due, of what waits for one. */
const nextOf =
  (waiting: string) =>
  ({ state, dueAt }: { readonly state: string; readonly dueAt: number }) =>
    state === waiting ? dueAt : null;

/** What a task is, if it is not one that a person handles for the process. */
function kindOf({ isSystem, panel }: ShownTask) {
  if (isSystem) return 'system task';
  return panel?.asked ? ASKED[panel.asked.kind] : null;
}

/** The task that was closed for asking. A person who has claimed a task was not asked. */
const askedWith = ({ panel }: ShownTask) => (wasAsked(panel) ? (panel?.asked?.taskId ?? null) : null);

const ASKED = {
  delegate: 'delegated',
  before: 'asked first',
  after: 'signs after',
  beside: 'signs too',
  countersign: 'signs too',
  claim: 'claimed',
  direct: 'sent back',
} as const satisfies Record<AskKind, string>;

export const COLUMNS = {
  instances: columnsOf<'instances'>()(
    { name: 'instance', kind: 'id', read: (row) => row.instanceId, only: 'shell' },
    { name: 'title', kind: 'title', read: (row) => row.title ?? row.businessKey ?? row.instanceId, only: 'page' },
    { name: 'status', kind: 'state', read: (row) => row.status },
    { name: 'started', kind: 'time', read: (row) => row.startedAt },
    { name: 'process', kind: 'text', read: (row) => row.processId },
    { name: 'where', kind: 'text', read: (row) => row.currentNodes.join(', '), only: 'page' },
    { name: 'businessKey', kind: 'text', read: (row) => row.businessKey },
    {
      name: 'problem',
      kind: 'problems',
      read: ({ instanceId, openIncidents = 0, parkedReports = 0 }) => ({ instanceId, openIncidents, parkedReports }),
      only: 'page',
    },
  ),
  tasks: columnsOf<'tasks'>()(
    { name: 'task', kind: 'id', read: (row) => row.taskId },
    { name: 'state', kind: 'state', read: (row) => row.state },
    { name: 'created', kind: 'time', read: (row) => row.createdAt },
    { name: 'handlers', kind: 'people', read: (row) => row },
    { name: 'title', kind: 'title', read: (row) => row.title ?? row.nodeName },
    { name: 'taskKind', kind: 'word', read: kindOf },
    { name: 'askedWith', kind: 'id', read: askedWith, only: 'page' },
    { name: 'waitsFor', kind: 'text', read: (row) => row.reportWait?.nodeName ?? null },
    { name: 'waitsUntil', kind: 'time', read: (row) => row.reportWait?.until ?? null },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId, only: 'page' },
  ),
  definitions: columnsOf<'definitions'>()(
    { name: 'process', kind: 'title', read: (row) => row.processId },
    { name: 'definition', kind: 'version', read: (row) => row.definitionId },
    { name: 'deployed', kind: 'time', read: (row) => row.deployedAt },
    { name: 'open', kind: 'number', read: (row) => row.openInstances },
    { name: 'instances', kind: 'number', read: (row) => row.instances },
    {
      name: 'state',
      kind: 'state',
      read: (row) => (row.undeployedAt !== null ? 'undeployed' : row.isLatest ? 'latest' : null),
    },
  ),
  outbox: columnsOf<'outbox'>()(
    { name: 'report', kind: 'title', read: (row) => row.seq },
    { name: 'state', kind: 'state', read: (row) => row.state },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId },
    { name: 'status', kind: 'word', read: (row) => row.status },
    { name: 'after', kind: 'id', read: (row) => row.previousTaskId },
    { name: 'created', kind: 'time', read: (row) => row.createdAt },
    { name: 'attempts', kind: 'number', read: (row) => row.attempts },
    { name: 'next', kind: 'time', read: nextOf('pending') },
    { name: 'explanation', kind: 'words', read: (row) => row.explanation },
    { name: 'reason', kind: 'reason', read: (row) => row.reason },
  ),
  messages: columnsOf<'messages'>()(
    { name: 'message', kind: 'title', read: (row) => row.sendId },
    { name: 'state', kind: 'state', read: (row) => row.state },
    { name: 'messageType', kind: 'text', read: (row) => row.messageTypeCode },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId },
    { name: 'node', kind: 'node', read: (row) => row.nodeId },
    { name: 'created', kind: 'time', read: (row) => row.createdAt },
    { name: 'attempts', kind: 'number', read: (row) => row.attempts },
    { name: 'unreached', kind: 'number', read: (row) => row.unreached },
    { name: 'next', kind: 'time', read: nextOf('pending') },
    { name: 'reason', kind: 'reason', read: (row) => row.reason },
  ),
  jobs: columnsOf<'jobs'>()(
    { name: 'job', kind: 'id', read: (row) => row.jobId },
    { name: 'state', kind: 'state', read: (row) => row.state },
    { name: 'attempts', kind: 'number', read: (row) => row.attempts },
    { name: 'next', kind: 'time', read: nextOf('queued') },
    { name: 'jobKind', kind: 'word', read: (row) => row.kind },
    { name: 'service', kind: 'title', read: (row) => row.service },
    { name: 'node', kind: 'node', read: (row) => row.nodeId, only: 'page' },
    { name: 'reason', kind: 'reason', read: (row) => row.cause?.split('\n')[0] ?? row.reason },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId, only: 'page' },
  ),
  incidents: columnsOf<'incidents'>()(
    { name: 'incident', kind: 'id', read: (row) => row.incidentId },
    { name: 'code', kind: 'title', read: (row) => row.code },
    { name: 'state', kind: 'state', read: (row) => (row.resolvedAt === null ? 'open' : 'resolved') },
    { name: 'incidentKind', kind: 'word', read: (row) => row.kind },
    { name: 'subject', kind: 'id', read: (row) => row.subject, only: 'shell' },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId },
    { name: 'times', kind: 'number', read: (row) => row.count },
    { name: 'latest', kind: 'time', read: (row) => row.latestAt },
    { name: 'reason', kind: 'words', read: (row) => row.reason },
    { name: 'threw', kind: 'cause', read: (row) => row.cause },
  ),
  history: columnsOf<'history'>()(
    { name: 'entry', kind: 'id', read: (row) => row.seq, only: 'shell' },
    { name: 'time', kind: 'time', read: (row) => row.at },
    { name: 'instance', kind: 'instance', read: (row) => row.instanceId },
    { name: 'what', kind: 'entry', read: (row) => row },
  ),
} as const;

/** The names of all columns. */
export type ColumnName = (typeof COLUMNS)[ListName][number]['name'];

/** The columns of a list, as the command line or the page has them. */
export function shownColumns<Row>(list: ListName, place: 'shell' | 'page'): readonly Column<Row>[] {
  const columns: readonly Column[] = COLUMNS[list];
  return columns.filter(({ only = place }) => only === place) as readonly Column<Row>[];
}
