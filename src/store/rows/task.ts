import type { Generated, Insertable, Selectable } from 'kysely';
import type { TaskState } from '../../protocol/constants.ts';
import type { ReportWait, TaskChange, TaskPanel, TaskReport, TaskView } from '../../protocol/task-view.ts';
import { readObject, readTexts, searchTextOf } from './columns.ts';

/** A task. Kept longer than its instance, because the center may ask for its state later. */
export interface TaskRow extends TaskView {
  /** The `seq` of the unconfirmed report that may not have created it in the center; null: it is not in doubt. */
  readonly unconfirmedSeq: number | null;
  /** The key that signed the addresses of its buttons. */
  readonly signingKeyId: string;
  /** Its own name in the center; null: the name of its node. */
  readonly title: string | null;
  /** Its summary in the center, `title|content` each; without one of its own, that of the transaction. */
  readonly summary: readonly string[];
}

/** Which tasks a list holds; default: all. */
export interface TaskFilter {
  /** The instance. */
  readonly instanceId?: string;
  /** The process. */
  readonly processId?: string;
  /** The node. */
  readonly nodeId?: string;
  /** The state. */
  readonly state?: TaskState;
  /** true: only tasks that are not closed; false: only closed ones. */
  readonly open?: boolean;
  /** Only system tasks; false, the default of a list: only those that people handle. */
  readonly system?: boolean;
  /** Account of the person to whom the instance belongs. */
  readonly initiator?: string;
  /** An account that is named as handler. */
  readonly handler?: string;
  /** A group that handles the task. */
  readonly group?: string;
  /** Created at this time or later; epoch milliseconds. */
  readonly createdFrom?: number;
  /** Created before this time; epoch milliseconds. */
  readonly createdBefore?: number;
  /** A part of its title, the name of its node or its summary, in any case. Reads all rows that the other filters leave. */
  readonly text?: string;
}

/** Number of tasks of running or suspended instances whose buttons a key has signed. */
export interface SigningKeyCount {
  /** The `id` of `callback.signingKeys`. */
  readonly keyId: string;
  /** In progress or suspended. */
  readonly openTasks: number;
  /** Closed tasks, whose buttons for handled tasks still work. */
  readonly handledTasks: number;
}

export interface TaskRecord
  extends Omit<
    TaskRow,
    | 'handlers'
    | 'handlingGroups'
    | 'panel'
    | 'signedBy'
    | 'actionUses'
    | 'report'
    | 'reportWait'
    | 'summary'
    | 'isSystem'
  > {
  /** Order of creation. Task ids cannot be used, because their numbers do not sort as text. */
  readonly seq: Generated<number>;
  readonly handlers: string;
  readonly handlingGroups: string;
  readonly panel: string | null;
  readonly signedBy: string;
  readonly isSystem: number;
  readonly actionUses: string;
  readonly report: string | null;
  readonly reportWait: string | null;
  readonly summary: string;
  /** Title, name of the node and summary as `text` filters search them: one per line, in lower case. */
  readonly searchText: string;
}

/** The accounts and groups that handle tasks, one row each, for searching. */
export interface TaskHandlerRecord {
  readonly taskId: string;
  readonly kind: 'account' | 'group';
  readonly name: string;
}

export function readTask({ seq: _seq, searchText: _search, ...record }: Selectable<TaskRecord>): TaskRow {
  const place = { table: 'tasks', id: record.taskId };
  return {
    ...record,
    handlers: readTexts(record.handlers, place),
    handlingGroups: readTexts(record.handlingGroups, place),
    isSystem: record.isSystem === 1,
    panel: record.panel === null ? null : readObject<TaskPanel>(record.panel, place),
    signedBy: readTexts(record.signedBy, place),
    report: record.report === null ? null : readObject<TaskReport>(record.report, place),
    // Once there is a report, it waits no longer.
    reportWait:
      record.report !== null || record.reportWait === null ? null : readObject<ReportWait>(record.reportWait, place),
    actionUses: readObject(record.actionUses, place),
    summary: readTexts(record.summary, place),
  };
}

export function writeTask(row: TaskRow): Insertable<TaskRecord> {
  return {
    ...row,
    handlers: JSON.stringify(row.handlers),
    handlingGroups: JSON.stringify(row.handlingGroups),
    isSystem: row.isSystem ? 1 : 0,
    panel: row.panel && JSON.stringify(row.panel),
    signedBy: JSON.stringify(row.signedBy),
    report: row.report && JSON.stringify(row.report),
    reportWait: row.reportWait && JSON.stringify(row.reportWait),
    actionUses: JSON.stringify(row.actionUses),
    summary: JSON.stringify(row.summary),
    searchText: searchTextOf([row.title, row.nodeName, ...row.summary]),
  };
}

export function writeTaskChange({
  taskId: _taskId,
  handlers,
  handlingGroups,
  signedBy,
  actionUses,
  reportWait,
  ...rest
}: TaskChange): Partial<Insertable<TaskRecord>> {
  return {
    ...rest,
    ...(handlers && { handlers: JSON.stringify(handlers) }),
    ...(handlingGroups && { handlingGroups: JSON.stringify(handlingGroups) }),
    ...(signedBy && { signedBy: JSON.stringify(signedBy) }),
    ...(actionUses && { actionUses: JSON.stringify(actionUses) }),
    ...(reportWait && { reportWait: JSON.stringify(reportWait) }),
  };
}
