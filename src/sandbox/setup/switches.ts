import * as z from 'zod';

/**
 * Points that the spec leaves open and on which centers may differ. Each value is one reading; `README.md` in the
 * folder `sandbox` quotes the sentence of the spec and gives the reason for the default.
 */
export interface Switches {
  /**
   * After `none`: true, the task stays pending until `next` or `end` handles it; false, it is handled; `for-others`, it
   * stays pending for its other handlers.
   */
  readonly noneKeepsPending: boolean | 'for-others';
  /** `end` on a task that is already handled is always 2005; `conclude` also concludes the transaction. */
  readonly endOnHandledTask: 'refuse' | 'conclude';
  /**
   * Where the next tasks of an unknown previous task are created: in one new transaction per unknown id, in a new one
   * with every report, or nowhere.
   */
  readonly unknownPreviousTask: 'transaction-per-id' | 'transaction-per-report' | 'create-nothing';
  /**
   * The next tasks of a previous task that is already handled: created in addition to the error 2005, as rule 3 says,
   * or silently not created.
   */
  readonly handledPreviousTask: 'create' | 'create-nothing';
  /** A next task whose taskId exists: an error 500, silently ignored, or a second task with that id. */
  readonly duplicateTaskId: 'refuse' | 'ignore' | 'twice';
  /** A next task for an account or a group that is not in the directory: created, seen by nobody, or an error 500. */
  readonly unknownHandlers: 'take' | 'refuse';
  /** Maximum number of items in a call of task handling: one with more is refused as a whole. */
  readonly itemsPerCall: 'any' | 25 | 10 | 1;
  /** A field that the spec does not name: an error 400, or ignored. */
  readonly unknownFields: 'refuse' | 'ignore';
  /** `Bearer` before the token in the header Authorization: refused, optional, or required. */
  readonly authorizationScheme: 'refused' | 'taken' | 'needed';
  /** When a client gets a new token: true, its earlier tokens become invalid; false, each lasts until it expires. */
  readonly newTokenEndsOld: boolean;
  /** The scopes that task handling requires: `ttc:v1:writeTransaction`, `ttc:v1:writeTtc`, one of them, both, none. */
  readonly taskHandleScope: 'either' | 'both' | 'writeTransaction' | 'writeTtc' | 'none';
  /** The scope that message sending requires: `messagecenter:v1:sendMessage`, any scope of the spec, or none. */
  readonly messageScope: 'sendMessage' | 'any' | 'none';
  /**
   * A sendId that was used before: the same message is recognized and a different one refused; sent again; or always
   * refused.
   */
  readonly duplicateSendId: 'recognise' | 'send-again' | 'refuse';
  /** A message with promise true: refused if it does not reach every recipient, or sent to the others. */
  readonly promisedMessage: 'all-or-nothing' | 'as-others';
  /** Where signOff is read: at the top level, else in data; or only in one of them. */
  readonly signOffIn: 'either' | 'top' | 'data';
  /**
   * Which answer to a press means that the business system accepted it: HTTP 2xx and, if the answer has a code, code 0;
   * any HTTP 2xx; or HTTP 2xx with code 0.
   */
  readonly buttonAnswer: 'code-0-if-any' | 'any-2xx' | 'code-0';
  /** A press of HANG_UP or ACTIVE: true, it changes the task; false, only a status answer does. */
  readonly suspendsByPress: boolean;
  /** A suspended task: true, it stays in the pending list, marked; false, it is in no list until it is active again. */
  readonly suspendedStaysListed: boolean;
  /** Whether task-status requests include suspended tasks, at night and when they are opened. */
  readonly asksAboutSuspended: boolean;
  /**
   * A status answer TURN: false, the task leaves the list and `next` says who continues; true, the center transfers the
   * task itself to turnHandler, in addition to creating `next`; `without-next`, only when the answer has no next task.
   */
  readonly turnMovesTask: boolean | 'without-next';
  /** A press of BREAK_UP or REVOKE: true, the center ends the transaction; false, only reports do. */
  readonly followsUp: boolean;
  /** The header uuid in a batch: another one in each call, or the same in all. */
  readonly batchUuid: 'per-call' | 'one-for-all';
  /** The body of a task-status request: `{"taskIds":[…]}`, or the list alone. */
  readonly statusQuestion: 'object' | 'bare';
  /** The format of times in a status answer. */
  readonly statusTimeForm: 'either' | 'yyyy-MM-dd HH:mm:ss' | 'yy-MM-dd hh:mm:ss';
}

export const DEFAULT_SWITCHES: Switches = {
  noneKeepsPending: false,
  endOnHandledTask: 'refuse',
  unknownPreviousTask: 'transaction-per-id',
  handledPreviousTask: 'create',
  duplicateTaskId: 'refuse',
  unknownHandlers: 'take',
  itemsPerCall: 'any',
  unknownFields: 'refuse',
  authorizationScheme: 'refused',
  newTokenEndsOld: false,
  taskHandleScope: 'either',
  messageScope: 'sendMessage',
  duplicateSendId: 'recognise',
  promisedMessage: 'all-or-nothing',
  signOffIn: 'either',
  buttonAnswer: 'code-0-if-any',
  suspendsByPress: true,
  suspendedStaysListed: true,
  asksAboutSuspended: true,
  turnMovesTask: false,
  followsUp: true,
  batchUuid: 'per-call',
  statusQuestion: 'object',
  statusTimeForm: 'either',
};

/** The possible values of each switch. */
export const SWITCH_VALUES = {
  noneKeepsPending: [false, true, 'for-others'],
  endOnHandledTask: ['refuse', 'conclude'],
  unknownPreviousTask: ['transaction-per-id', 'transaction-per-report', 'create-nothing'],
  handledPreviousTask: ['create', 'create-nothing'],
  duplicateTaskId: ['refuse', 'ignore', 'twice'],
  unknownHandlers: ['take', 'refuse'],
  itemsPerCall: ['any', 25, 10, 1],
  unknownFields: ['refuse', 'ignore'],
  authorizationScheme: ['refused', 'taken', 'needed'],
  newTokenEndsOld: [false, true],
  taskHandleScope: ['either', 'both', 'writeTransaction', 'writeTtc', 'none'],
  messageScope: ['sendMessage', 'any', 'none'],
  duplicateSendId: ['recognise', 'send-again', 'refuse'],
  promisedMessage: ['all-or-nothing', 'as-others'],
  signOffIn: ['either', 'top', 'data'],
  buttonAnswer: ['code-0-if-any', 'any-2xx', 'code-0'],
  suspendsByPress: [true, false],
  suspendedStaysListed: [true, false],
  asksAboutSuspended: [true, false],
  turnMovesTask: [false, true, 'without-next'],
  followsUp: [true, false],
  batchUuid: ['per-call', 'one-for-all'],
  statusQuestion: ['object', 'bare'],
  statusTimeForm: ['either', 'yyyy-MM-dd HH:mm:ss', 'yy-MM-dd hh:mm:ss'],
} as const satisfies { readonly [Name in keyof Switches]: readonly Switches[Name][] };

/** The schema of each switch, with its default. */
const switchFields: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(SWITCH_VALUES).map(([name, values]) => [
    name,
    z
      .literal(values, { error: `must be one of ${values.join(', ')}` })
      .default(DEFAULT_SWITCHES[name as keyof Switches]),
  ]),
);

export const switches = z.strictObject(switchFields);
