import type { Insertable, Selectable } from 'kysely';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { MessageRow } from '../port.ts';
import type { MessageRecord } from '../schema.ts';
import { readObject, readObjects } from './read-json.ts';

export const UNREADABLE_MESSAGE = 'its row cannot be read: retry it with a new request, or restore the database';

const NO_REQUEST: MessageSendRequest = { appId: '', messageTypeCode: '', data: { title: '', paramValueJson: {} } };

/** Undefined if the row cannot be read. */
export function parseMessage(selected: Selectable<MessageRecord>): MessageRow | undefined {
  const { request, problems, original, ...rest } = withoutLease(selected);
  const place = { table: 'messages', id: rest.sendId };
  try {
    return {
      ...rest,
      request: readObject(request, place),
      original: original === null ? null : readObject(original, place),
      problems: readObjects(problems, place),
    };
  } catch {
    return undefined;
  }
}

/** Returns a placeholder for an unreadable row, so that operators can see it in a list and repair it. */
export function readMessage(selected: Selectable<MessageRecord>): MessageRow {
  return (
    parseMessage(selected) ?? {
      ...withoutLease(selected),
      request: NO_REQUEST,
      original: null,
      problems: [],
      reason: UNREADABLE_MESSAGE,
    }
  );
}

export function writeMessage(row: MessageRow): Insertable<MessageRecord> {
  return {
    ...row,
    request: JSON.stringify(row.request),
    original: row.original && JSON.stringify(row.original),
    problems: JSON.stringify(row.problems),
    freeAt: row.state === 'pending' ? row.dueAt : null,
    leaseOwner: null,
  };
}

function withoutLease({ seq: _seq, freeAt: _free, leaseOwner: _owner, ...record }: Selectable<MessageRecord>) {
  return record;
}
