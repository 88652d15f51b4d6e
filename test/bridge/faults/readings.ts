/**
 * The centers in which faults are tried beside the default: those whose switches decide what becomes of a report, a
 * message or a token that comes again. Those that cannot, here:
 * - `unknownPreviousTask: 'create-nothing'`: nobody gets a first task; `handledPreviousTask: 'create-nothing'`: nor one
 *   behind a timer or a service
 * - `unknownFields`, `promisedMessage`, `signOffIn`, `taskHandleScope`, `messageScope`: nothing of the kind is sent
 * - `suspendsByPress`, `suspendedStaysListed`, `asksAboutSuspended`, `followsUp`, `batchUuid`: nobody presses HANG_UP,
 *   ACTIVE, BREAK_UP or REVOKE here, or a batch
 * - `unknownHandlers`: the center knows everybody here; `authorizationScheme`: `taken` is no other center to a bridge that
 *   sends none, and where one is needed nothing is ever told (`test/bridge/centers/strict-centers.test.ts`)
 * - `buttonAnswer`: the bridge gives a code with every answer; `statusQuestion`, `statusTimeForm`: the bridge is told
 *   which, and that is all there is to them
 */
import type { Switches } from '../../../src/sandbox/index.ts';
import type { Judged } from './judge.ts';

export interface Reading {
  readonly switches: Partial<Switches>;
  /** Whether it makes no difference but where the center asks about its tasks. */
  readonly asksForStates?: true;
  /** The title of the fault under which it makes a difference, and what then is to be seen. */
  readonly shows?: { readonly under: string; readonly what: (judged: Judged) => boolean };
}

export const READINGS: readonly Reading[] = [
  {
    switches: { duplicateTaskId: 'ignore' },
    // By default a creation that came again is refused, and nobody knows why.
    shows: { under: 'an outer code after the work', what: ({ unconfirmed }) => unconfirmed === 0 },
  },
  {
    switches: { duplicateTaskId: 'twice' },
    // The second one is taken away by what the bridge answers.
    asksForStates: true,
    shows: { under: 'an outer code after the work', what: ({ doubled }) => doubled > 0 },
  },
  // What failed together comes again together, and is refused as a whole.
  { switches: { itemsPerCall: 1 } },
  {
    switches: { duplicateSendId: 'send-again' },
    shows: { under: 'a lost answer to a message', what: ({ messages }) => messages.repeated > 0 },
  },
  {
    switches: { duplicateSendId: 'refuse' },
    shows: { under: 'messages that are refused with 500 and were sent', what: ({ messages }) => messages.parked > 0 },
  },
  {
    switches: { noneKeepsPending: true },
    shows: { under: 'HTTP 502 with Retry-After after the work', what: ({ kept }) => kept > 0 },
  },
  {
    switches: { noneKeepsPending: 'for-others' },
    shows: { under: 'an answer that is cut off', what: ({ kept }) => kept > 0 },
  },
  {
    switches: { endOnHandledTask: 'conclude' },
    shows: { under: 'an outer code after the work', what: ({ concludedAgain }) => concludedAgain > 0 },
  },
  {
    switches: { unknownPreviousTask: 'transaction-per-report' },
    shows: { under: 'a creation that fails with 500', what: ({ split }) => split > 0 },
  },
  // Where it asks before the report arrives: whoever was handed the task has it twice, and a person must look.
  { switches: { turnMovesTask: true }, asksForStates: true },
  { switches: { turnMovesTask: 'without-next' }, asksForStates: true },
  { switches: { newTokenEndsOld: true } },
  {
    switches: {
      ...{
        noneKeepsPending: 'for-others',
        endOnHandledTask: 'conclude',
        unknownPreviousTask: 'transaction-per-report',
      },
      ...{ duplicateTaskId: 'ignore', duplicateSendId: 'refuse', turnMovesTask: 'without-next', newTokenEndsOld: true },
      itemsPerCall: 10,
    },
  },
  {
    switches: {
      ...{ noneKeepsPending: true, endOnHandledTask: 'conclude', duplicateTaskId: 'twice' },
      // Not `true`: what is there twice and was handed on stays with the new handler, since no answer takes it away.
      ...{ duplicateSendId: 'send-again', turnMovesTask: 'without-next' },
    },
    asksForStates: true,
  },
];

export const describeReading = ({ switches }: Reading) => JSON.stringify(switches).replaceAll('"', '');
