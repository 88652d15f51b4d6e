import type { InstanceRow } from '../port.ts';
import type { InstanceRecord } from '../schema.ts';

/** Without what only leasing needs. */
export function readInstance({ wakeFreeAt: _free, wakeOwner: _owner, ...row }: InstanceRecord): InstanceRow {
  return row;
}

/** A step puts the instance's own time afresh: whoever held it for its wake-up holds an older revision. */
export function writeInstance(row: InstanceRow): InstanceRecord {
  return { ...row, wakeFreeAt: row.status === 'running' ? row.wakeAt : null, wakeOwner: null };
}
