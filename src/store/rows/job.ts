import type { JobRow } from '../port.ts';
import type { JobRecord } from '../schema.ts';
import { readObject } from './read-json.ts';

export function readJob({ freeAt: _free, leaseOwner: _owner, ...record }: JobRecord): JobRow {
  const place = { table: 'jobs', id: record.jobId };
  return { ...record, variables: readObject(record.variables, place), input: readObject(record.input, place) };
}

/** Undefined if the row cannot be read. */
export function parseJob(record: JobRecord): JobRow | undefined {
  try {
    return readJob(record);
  } catch {
    return undefined;
  }
}

export function writeJob(row: JobRow): JobRecord {
  return {
    ...row,
    variables: JSON.stringify(row.variables),
    input: JSON.stringify(row.input),
    freeAt: row.state === 'queued' ? row.dueAt : null,
    leaseOwner: null,
  };
}
