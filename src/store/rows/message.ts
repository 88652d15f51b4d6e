import type { Insertable, Selectable } from 'kysely';
import type { MessageRow } from '../port.ts';
import type { MessageRecord } from '../schema.ts';
import { readObject, readObjects } from './read-json.ts';

export function readMessage(selected: Selectable<MessageRecord>): MessageRow {
  const { seq: _seq, freeAt: _free, leaseOwner: _owner, ...record } = selected;
  const place = { table: 'messages', id: record.sendId };
  return { ...record, request: readObject(record.request, place), problems: readObjects(record.problems, place) };
}

export function writeMessage(row: MessageRow): Insertable<MessageRecord> {
  return {
    ...row,
    request: JSON.stringify(row.request),
    problems: JSON.stringify(row.problems),
    freeAt: row.state === 'pending' ? row.dueAt : null,
    leaseOwner: null,
  };
}
