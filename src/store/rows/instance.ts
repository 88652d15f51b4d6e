import type { InstanceRow } from '../port.ts';
import type { InstanceRecord } from '../schema.ts';

/** Omits the columns that only leases and retention use. */
export function readInstance(record: InstanceRecord): InstanceRow {
  const { wakeFreeAt: _free, wakeOwner: _owner, wakeAttempts: _attempts, wakeBegun: _begun, ...rest } = record;
  const { cleared: _cleared, ...row } = rest;
  return row;
}

/** A step resets the lease of the wake-up; its holder has an older revision, so its step is lost. */
export function writeInstance(row: InstanceRow): InstanceRecord {
  return {
    ...row,
    wakeFreeAt: row.status === 'running' ? row.wakeAt : null,
    wakeOwner: null,
    wakeAttempts: 0,
    wakeBegun: 0,
    cleared: 0,
  };
}
