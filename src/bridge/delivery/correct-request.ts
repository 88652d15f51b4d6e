import { isDeepStrictEqual } from 'node:util';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import type { MessageChanges } from './message-options.ts';

/** A request with changes laid over it, those of `data` field by field; null takes a field away. */
export function applyChanges(request: MessageSendRequest, { data, ...changes }: MessageChanges): object {
  // One that could not be read is empty: what is not given is missing, not an empty text.
  const whole: Partial<MessageSendRequest> = request.appId === '' ? {} : request;
  return { ...whole, ...changes, data: { ...whole.data, ...data } };
}

/** The names of the fields in which two requests differ, as `toPersons` or `data.title`. */
export function fieldsThatDiffer(before: MessageSendRequest, after: MessageSendRequest): string[] {
  const { data: dataBefore, ...fieldsBefore } = before;
  const { data: dataAfter, ...fieldsAfter } = after;
  return [
    ...namesThatDiffer(fieldsBefore, fieldsAfter),
    ...namesThatDiffer(dataBefore, dataAfter).map((name) => `data.${name}`),
  ];
}

function namesThatDiffer(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const given = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...given.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name), given.get(name)),
  );
}
