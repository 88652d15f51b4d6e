import type { Insertable, Selectable } from 'kysely';
import type { TaskChange, TaskReport } from '../../protocol/task-view.ts';
import type { TaskRow } from '../port.ts';
import type { TaskRecord } from '../schema.ts';
import { readObject, readTexts } from './read-json.ts';
import { searchTextOf } from './search-text.ts';

export function readTask({ seq: _seq, searchText: _search, ...record }: Selectable<TaskRecord>): TaskRow {
  const place = { table: 'tasks', id: record.taskId };
  return {
    ...record,
    handlers: readTexts(record.handlers, place),
    handlingGroups: readTexts(record.handlingGroups, place),
    signedBy: readTexts(record.signedBy, place),
    report: record.report === null ? null : readObject<TaskReport>(record.report, place),
    actionUses: readObject(record.actionUses, place),
    summary: readTexts(record.summary, place),
  };
}

export function writeTask(row: TaskRow): Insertable<TaskRecord> {
  return {
    ...row,
    handlers: JSON.stringify(row.handlers),
    handlingGroups: JSON.stringify(row.handlingGroups),
    signedBy: JSON.stringify(row.signedBy),
    report: row.report && JSON.stringify(row.report),
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
  ...rest
}: TaskChange): Partial<Insertable<TaskRecord>> {
  return {
    ...rest,
    ...(handlers && { handlers: JSON.stringify(handlers) }),
    ...(handlingGroups && { handlingGroups: JSON.stringify(handlingGroups) }),
    ...(signedBy && { signedBy: JSON.stringify(signedBy) }),
    ...(actionUses && { actionUses: JSON.stringify(actionUses) }),
  };
}
