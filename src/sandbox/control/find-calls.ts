import type { CallKind, TrafficEntry } from '../http/traffic.ts';
import { findTransactionAbout } from '../messages/link-message.ts';
import type { CenterState } from '../state/center-state.ts';
import { asArray, isObject } from '../tasks/check-fields.ts';

/** Which calls to find; an omitted field matches all calls. */
export interface CallFilter {
  readonly serialNumber?: string;
  readonly transactionId?: string;
  readonly taskId?: string;
  readonly direction?: TrafficEntry['direction'];
  readonly call?: CallKind;
}

/** Whether a call matches. A message belongs to a transaction as far as the ids of a bridge tell. */
export function createCallFilter(center: CenterState, filter: CallFilter): (entry: TrafficEntry) => boolean {
  const { serialNumber, transactionId, taskId, direction, call } = filter;
  const isOf = (found: string | undefined) =>
    (transactionId === undefined || found === transactionId) &&
    (serialNumber === undefined || center.transactions.get(found ?? '')?.serialNumber === serialNumber);
  const isAboutIt = (id: string) =>
    (taskId === undefined || id === taskId) &&
    isOf(center.tasks.get(id)?.transactionId ?? center.transactionOfUnknown.get(id));
  const isMessageAboutIt = (entry: TrafficEntry) => {
    const found = taskId === undefined ? transactionIdOfMessage(center, entry) : undefined;
    return found !== undefined && isOf(found);
  };
  const isAnyone = serialNumber === undefined && transactionId === undefined && taskId === undefined;
  const isAsked = (entry: TrafficEntry) =>
    (direction === undefined || entry.direction === direction) && (call === undefined || entry.call === call);
  // Of a task that was not created, the call itself says to which transaction it was to belong.
  const isByName = (entry: TrafficEntry) =>
    serialNumber !== undefined &&
    taskId === undefined &&
    transactionId === undefined &&
    nextOf(entry).some((next) => next.serialNumber === serialNumber);
  return (entry) =>
    isAsked(entry) && (isAnyone || taskIdsOf(entry).some(isAboutIt) || isMessageAboutIt(entry) || isByName(entry));
}

/** Bodies do not change, and neither does what a message is about once it is known. */
const aboutKnown = new WeakMap<TrafficEntry, string>();

/** The transaction that the message of a call is about, as far as the ids of a bridge tell. */
export function transactionIdOfMessage(center: CenterState, entry: TrafficEntry): string | undefined {
  const { call, body } = entry;
  if (call !== 'messageSend' || !isObject(body) || typeof body.sendId !== 'string') return undefined;
  const transactionId = aboutKnown.get(entry) ?? findTransactionAbout(center, body.sendId)?.transactionId;
  if (transactionId !== undefined) aboutKnown.set(entry, transactionId);
  return transactionId;
}

/** The ids of all tasks that a call names, whether the center knows them or not. */
export function taskIdsOf(entry: TrafficEntry): string[] {
  const { call, body, taskId } = entry;
  if (call === 'button') return taskId === undefined ? [] : [taskId];
  if (call === 'taskStatus') return asArray(isObject(body) ? body.taskIds : body).map(String);
  if (call !== 'taskHandle') return [];
  return [
    ...asArray(body)
      .filter(isObject)
      .map((item) => item.previousTaskId),
    ...nextOf(entry).map((n) => n.taskId),
  ]
    .filter((id) => typeof id === 'string')
    .map(String);
}

function nextOf({ call, body }: TrafficEntry) {
  if (call !== 'taskHandle') return [];
  return asArray(body)
    .filter(isObject)
    .flatMap(({ next }) => asArray(next).filter(isObject));
}
