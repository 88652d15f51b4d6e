import type { InstanceRow } from '../port.ts';
import type { InstanceRecord } from '../schema.ts';
import { readTexts } from './read-json.ts';
import { searchTextOf } from './search-text.ts';

/** Omits the columns that only leases and retention use. */
export function readInstance(record: InstanceRecord): InstanceRow {
  const { wakeFreeAt: _free, wakeOwner: _owner, wakeAttempts: _attempts, wakeBegun: _begun, ...rest } = record;
  const { cleared: _cleared, searchText: _search, ...row } = rest;
  const place = { table: 'instances', id: record.instanceId };
  return {
    ...row,
    currentNodes: readTexts(record.currentNodes, place),
    summary: readTexts(record.summary, place),
  };
}

/** A step resets the lease of the wake-up; its holder has an older revision, so its step is lost. */
export function writeInstance(row: InstanceRow): InstanceRecord {
  return {
    ...row,
    currentNodes: JSON.stringify(row.currentNodes),
    summary: JSON.stringify(row.summary),
    searchText: searchTextOf([row.title, ...row.summary]),
    wakeFreeAt: row.status === 'running' ? row.wakeAt : null,
    wakeOwner: null,
    wakeAttempts: 0,
    wakeBegun: 0,
    cleared: 0,
  };
}
