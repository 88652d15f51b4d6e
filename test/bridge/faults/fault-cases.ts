import type { FaultCall, FaultChoice, FaultName } from '../../../src/sandbox/index.ts';

/** How a fault is tried, and what the outcome table makes of it. */
export interface FaultCase {
  readonly title: string;
  readonly rule: FaultChoice & { readonly fault: FaultName; readonly calls?: readonly FaultCall[] };
  readonly probability: number;
  readonly next: number;
  /** What reports end as, beside `delivered`: which of them is for the judge to say, and some do. */
  readonly unconfirmed?: true;
  readonly parked?: true;
  /** The same, where it depends on which of the reports happen to be struck. */
  readonly mayBeUnconfirmed?: true;
  readonly centerTimeoutMs?: number;
  /** Whether the center asks about its tasks all the time. */
  readonly asksForStates?: true;
}

const few = { probability: 0.3, next: 2 };
/** Of calls that each take as long as the bridge waits. */
const fewest = { probability: 0.12, next: 1 };
/** Of calls that there are few of. */
const many = { probability: 0.5, next: 2 };

export const FAULT_CASES: readonly FaultCase[] = [
  { title: 'latency', rule: { fault: 'latency', ms: 30 }, ...few, asksForStates: true },
  { title: 'a time-out before the work', rule: { fault: 'time-out-before' }, ...fewest, centerTimeoutMs: 1_500 },
  {
    title: 'a time-out after the work',
    rule: { fault: 'time-out-after', calls: ['taskHandle', 'messageSend'] },
    ...fewest,
    centerTimeoutMs: 1_500,
    unconfirmed: true,
  },
  { title: 'a reset before the work', rule: { fault: 'reset-before' }, ...few, asksForStates: true },
  { title: 'a lost answer', rule: { fault: 'reset-after' }, ...few, unconfirmed: true, asksForStates: true },
  { title: 'an answer that is cut off', rule: { fault: 'answer-cut' }, ...few, unconfirmed: true },
  { title: 'HTTP 500', rule: { fault: 'http-error-before', status: 500 }, ...few },
  {
    title: 'HTTP 502 with Retry-After after the work',
    rule: { fault: 'http-error-after', status: 502, retryAfterSeconds: 3 },
    ...few,
    unconfirmed: true,
  },
  {
    title: 'HTTP 503 with Retry-After',
    rule: { fault: 'http-error-before', status: 503, retryAfterSeconds: 3 },
    ...few,
  },
  {
    title: 'HTTP 429 with Retry-After',
    rule: { fault: 'http-error-before', status: 429, retryAfterSeconds: 1 },
    ...few,
  },
  {
    title: 'a token endpoint that refuses the client for a while',
    rule: { fault: 'http-error-before', status: 401, calls: ['token'] },
    ...many,
  },
  { title: 'an outer code before the work', rule: { fault: 'outer-code-before', code: 9 }, ...few },
  { title: 'an outer code after the work', rule: { fault: 'outer-code-after', code: 9 }, ...few, unconfirmed: true },
  {
    title: 'messages that are refused with -1',
    rule: { fault: 'outer-code-before', code: -1, calls: ['messageSend'] },
    ...many,
  },
  {
    title: 'messages that are refused with 500 and were sent',
    rule: { fault: 'outer-code-after', code: 500, calls: ['messageSend'] },
    ...many,
  },
  {
    title: 'a lost answer to a message',
    rule: { fault: 'reset-after', calls: ['messageSend'] },
    ...many,
  },
  { title: 'an item that fails with 500', rule: { fault: 'item-failure', code: 500 }, ...few },
  { title: 'an item that fails with 400', rule: { fault: 'item-failure', code: 400 }, ...few, parked: true },
  { title: 'an item that fails with 2004', rule: { fault: 'item-failure', code: 2004 }, ...few, parked: true },
  {
    title: 'an item that fails with 2005',
    rule: { fault: 'item-failure', code: 2005 },
    ...few,
    parked: true,
    // An `end`: nobody has seen whether the transaction was concluded.
    mayBeUnconfirmed: true,
  },
  {
    title: 'a creation that fails with 500',
    rule: { fault: 'creation-failure', code: 500 },
    ...few,
    // One of two parallel tasks: the other is there when the report comes again.
    mayBeUnconfirmed: true,
  },
  { title: 'a creation that fails with 400', rule: { fault: 'creation-failure', code: 400 }, ...few, parked: true },
  { title: 'an entry that names no id', rule: { fault: 'foreign-entry' }, ...few, unconfirmed: true },
  { title: 'a token that expires in the middle', rule: { fault: 'token-expired' }, ...few },
  { title: 'a token that is revoked in the middle', rule: { fault: 'token-revoked' }, ...few },
  { title: 'a click that is lost', rule: { fault: 'lost', calls: ['button'] }, ...few },
  { title: 'a question that is lost', rule: { fault: 'lost', calls: ['taskStatus'] }, ...few, asksForStates: true },
  { title: 'a call that comes twice', rule: { fault: 'duplicate' }, ...few, asksForStates: true },
  {
    title: 'a call that comes twice at once',
    rule: { fault: 'duplicate', together: true },
    ...few,
    asksForStates: true,
  },
  { title: 'a click that comes after a later one', rule: { fault: 'reordered', ms: 50 }, ...few, asksForStates: true },
  { title: 'a late click', rule: { fault: 'late-click', ms: 200 }, ...few },
  { title: 'two members of a group at once', rule: { fault: 'two-members' }, probability: 0.8, next: 2 },
  { title: 'parameters encrypted with another key', rule: { fault: 'wrong-cipher' }, ...few },
  { title: 'a new key of id tokens beside the old', rule: { fault: 'id-token-key-rotated' }, ...few },
  {
    title: 'a new key of id tokens instead of the old',
    rule: { fault: 'id-token-key-rotated', keepsOld: false },
    ...few,
  },
];
