import type { InstanceRow } from '../port.ts';
import type { InstanceRecord } from '../schema.ts';

/** Without what only leasing and deleting need. */
export function readInstance(record: InstanceRecord): InstanceRow {
  const { wakeFreeAt: _free, wakeOwner: _owner, wakeAttempts: _attempts, cleared: _cleared, ...row } = record;
  return row;
}

/** A step puts the instance's own time afresh: whoever held it for its wake-up holds an older revision. */
export function writeInstance(row: InstanceRow): InstanceRecord {
  return {
    ...row,
    wakeFreeAt: row.status === 'running' ? row.wakeAt : null,
    wakeOwner: null,
    wakeAttempts: 0,
    cleared: 0,
  };
}
