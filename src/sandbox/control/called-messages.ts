import type { TrafficEntry } from '../http/traffic.ts';
import { findTransactionAbout } from '../messages/link-message.ts';
import type { CenterState } from '../state/center-state.ts';
import { isObject } from '../tasks/check-fields.ts';

/** The message of a call. */
export interface CalledMessage {
  /** Of the transaction that it is about, as far as the ids of a bridge tell, if that has one. */
  readonly serialNumber?: string;
  /** The center had it from an earlier call, and did not send it again. */
  readonly isRepeat: boolean;
}

/** Bodies do not change, and neither does what a message is about once it is known. */
const known = new WeakMap<TrafficEntry, string>();

/** The transaction that the message of a call is about, as far as the ids of a bridge tell. */
export function transactionIdOfMessage(center: CenterState, entry: TrafficEntry): string | undefined {
  const sendId = sendIdOf(entry);
  if (sendId === undefined) return undefined;
  const transactionId = known.get(entry) ?? findTransactionAbout(center, sendId)?.transactionId;
  if (transactionId !== undefined) known.set(entry, transactionId);
  return transactionId;
}

/** By the seq of each of the calls that sends a message. */
export function describeMessages(
  traffic: readonly TrafficEntry[],
  calls: readonly TrafficEntry[],
  center: CenterState,
): Readonly<Record<string, CalledMessage>> {
  const wanted = new Set(calls);
  const accepted = new Set<string>();
  const found = traffic.flatMap((entry): [number, CalledMessage][] => {
    const sendId = sendIdOf(entry);
    if (sendId === undefined) return [];
    const isRepeat = accepted.has(sendId);
    if (mayHaveAccepted(entry)) accepted.add(sendId);
    if (!wanted.has(entry)) return [];
    const serialNumber = center.transactions.get(transactionIdOfMessage(center, entry) ?? '')?.serialNumber;
    return [[entry.seq, { isRepeat, ...(serialNumber === undefined ? {} : { serialNumber }) }]];
  });
  return Object.fromEntries(found);
}

function sendIdOf({ call, body }: TrafficEntry): string | undefined {
  if (call !== 'messageSend' || !isObject(body)) return undefined;
  return typeof body.sendId === 'string' && body.sendId !== '' ? body.sendId : undefined;
}

/** Whether it reached the center, whose answer may have been lost. */
function mayHaveAccepted({ ended, fault, status, answer }: TrafficEntry): boolean {
  if (ended === undefined || fault?.endsWith('-before') === true) return false;
  return fault?.endsWith('-after') === true || (status === 200 && isObject(answer) && answer.code === 0);
}
