import type { Insertable, Selectable } from 'kysely';
import type { Report } from '../../protocol/report.ts';
import type { OutboxRow } from '../port.ts';
import type { OutboxRecord } from '../schema.ts';
import { readObject, readTexts } from './read-json.ts';

export const UNREADABLE_ENTRY = 'its row cannot be read: repair it or restore the database';

const NO_REPORT: Report = {
  kind: 'handled',
  item: { appId: '', handler: '', status: 'none', previousTaskId: '' },
  reason: UNREADABLE_ENTRY,
};

/** Undefined if the row cannot be read. */
export function parseOutboxEntry(selected: Selectable<OutboxRecord>): OutboxRow | undefined {
  const place = { table: 'outbox', id: selected.seq };
  try {
    const { report, refusedIds } = selected;
    return { ...flagsOf(selected), report: readObject(report, place), refusedIds: readTexts(refusedIds, place) };
  } catch {
    return undefined;
  }
}

/** Returns a placeholder for an unreadable row, so that operators can see it in a list and repair it. */
export function readOutboxEntry(selected: Selectable<OutboxRecord>): OutboxRow {
  return (
    parseOutboxEntry(selected) ?? {
      ...flagsOf(selected),
      report: NO_REPORT,
      refusedIds: [],
      reason: UNREADABLE_ENTRY,
    }
  );
}

function flagsOf({ freeAt: _free, leaseOwner: _owner, ...record }: Selectable<OutboxRecord>) {
  return { ...record, repeat: record.repeat === 1, alone: record.alone === 1 };
}

/** A new entry, due at once. */
export function writeOutboxEntry(
  report: Report,
  {
    instanceId,
    at,
    traceparent,
  }: { readonly instanceId: string; readonly at: number; readonly traceparent: string | null },
): Insertable<OutboxRecord> {
  return {
    instanceId,
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
    traceparent,
    freeAt: at,
    leaseOwner: null,
  };
}
