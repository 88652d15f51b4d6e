import type { TaskRow } from '../port.ts';
import type { TaskRecord } from '../schema.ts';
import { readTexts } from './read-json.ts';

export function readTask(record: TaskRecord): TaskRow {
  const place = { table: 'tasks', id: record.taskId };
  return {
    ...record,
    handlers: readTexts(record.handlers, place),
    handlingGroups: readTexts(record.handlingGroups, place),
    signedBy: readTexts(record.signedBy, place),
  };
}

export function writeTask(row: TaskRow): TaskRecord {
  return {
    ...row,
    handlers: JSON.stringify(row.handlers),
    handlingGroups: JSON.stringify(row.handlingGroups),
    signedBy: JSON.stringify(row.signedBy),
  };
}
