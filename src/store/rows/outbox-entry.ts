import type { Insertable, Selectable } from 'kysely';
import type { Report } from '../../protocol/report.ts';
import type { OutboxRow } from '../port.ts';
import type { OutboxRecord } from '../schema.ts';
import { readObject, readTexts } from './read-json.ts';

export function readOutboxEntry(selected: Selectable<OutboxRecord>): OutboxRow {
  const { freeAt: _free, leaseOwner: _owner, ...record } = selected;
  const place = { table: 'outbox', id: record.seq };
  return {
    ...record,
    report: readObject(record.report, place),
    repeat: record.repeat === 1,
    refusedIds: readTexts(record.refusedIds, place),
    alone: record.alone === 1,
  };
}

/** A new entry, due at once. */
export function writeOutboxEntry(instanceId: string, report: Report, at: number): Insertable<OutboxRecord> {
  return {
    instanceId,
    lane: 'report',
    report: JSON.stringify(report),
    state: 'pending',
    attempts: 0,
    repeat: 0,
    dueAt: at,
    createdAt: at,
    deliveredAt: null,
    reason: null,
    refusals: 0,
    refusedIds: '[]',
    alone: 0,
    freeAt: at,
    leaseOwner: null,
  };
}
