/**
 * The points the spec leaves open and on which centers may differ. Each is one reading; `README.md` in this folder
 * says which sentence of the spec leaves it open and why the default is what it is.
 */
export interface Switches {
  /**
   * After `none`: true, the task stays pending until `next` or `end` handles it; false, it is handled; `for-others`, it
   * stays pending for those of its handlers who have not handled it.
   */
  readonly noneKeepsPending: boolean | 'for-others';
  /** `end` on a task that is already handled: always 2005; `conclude` concludes the transaction all the same. */
  readonly endOnHandledTask: 'refuse' | 'conclude';
  /**
   * Where the next tasks of an unknown previous task go: to one new transaction per unknown id, to a new one with every
   * report, or nowhere.
   */
  readonly unknownPreviousTask: 'transaction-per-id' | 'transaction-per-report' | 'create-nothing';
  /**
   * The next tasks of a previous task that is handled already: created beside its 2005, as rule 3 says, or nowhere, and
   * the answer does not tell.
   */
  readonly handledPreviousTask: 'create' | 'create-nothing';
  /** A next task whose taskId exists: an error 500 of creation, nothing at all, or a second task of that id. */
  readonly duplicateTaskId: 'refuse' | 'ignore' | 'twice';
  /** A next task for an account or a group that the directory has not: created, for nobody, or an error 500. */
  readonly unknownHandlers: 'take' | 'refuse';
  /** Most items of a call of task handling: one with more is refused as a whole. */
  readonly itemsPerCall: 'any' | 25 | 10 | 1;
  /** A field the spec does not name: an error 400, or nothing at all. */
  readonly unknownFields: 'refuse' | 'ignore';
  /** `Bearer` before the token in the header Authorization: refused, taken as its absence is, or needed. */
  readonly authorizationScheme: 'refused' | 'taken' | 'needed';
  /** A token that is given to a client: true, it ends those that the client had; false, each lives until it expires. */
  readonly newTokenEndsOld: boolean;
  /** Which of `ttc:v1:writeTransaction` and `ttc:v1:writeTtc` task handling asks for. */
  readonly taskHandleScope: 'either' | 'both' | 'writeTransaction' | 'writeTtc' | 'none';
  /** What sending a message asks for: `messagecenter:v1:sendMessage`, any scope of the spec, or none. */
  readonly messageScope: 'sendMessage' | 'any' | 'none';
  /**
   * A sendId that was used: recognised when the message is the same, and refused when it is another; sent once more; or
   * always refused.
   */
  readonly duplicateSendId: 'recognise' | 'send-again' | 'refuse';
  /** A message with promise true: refused when it does not reach every recipient, or sent to the others all the same. */
  readonly promisedMessage: 'all-or-nothing' | 'as-others';
  /** Where the center reads signOff: at the top, else in data; or in one of the two places alone. */
  readonly signOffIn: 'either' | 'top' | 'data';
  /**
   * Which answer to a button means that the business system took the press: HTTP 2xx and, where the answer has a code,
   * code 0; any HTTP 2xx; or HTTP 2xx with code 0 alone.
   */
  readonly buttonAnswer: 'code-0-if-any' | 'any-2xx' | 'code-0';
  /** A HANG_UP or ACTIVE button that was pressed: true, it changes the task; false, only a status answer does. */
  readonly suspendsByPress: boolean;
  /** A suspended task: true, it stays in the pending list, marked; false, it is in none until it is active again. */
  readonly suspendedStaysListed: boolean;
  /** Whether suspended tasks are asked about too, at night and when they are opened. */
  readonly asksAboutSuspended: boolean;
  /**
   * A status answer TURN: false, the task is gone, and `next` says who goes on; true, the center hands the task itself to
   * turnHandler, beside what `next` creates; `without-next`, only where the answer names no next task.
   */
  readonly turnMovesTask: boolean | 'without-next';
  /** A BREAK_UP or REVOKE button that was pressed: true, the center ends the transaction; false, only reports do. */
  readonly followsUp: boolean;
  /** The header uuid of a batch: another one in every call, or one for all. */
  readonly batchUuid: 'per-call' | 'one-for-all';
  /** The body of a status question: `{"taskIds":[…]}`, or the list alone. */
  readonly statusQuestion: 'object' | 'bare';
  /** The times in a status answer. */
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

/** Every reading of each. */
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
