/**
 * Every error of the library. A code is stable and may be matched on; a message is for people and may change.
 * A message says what happened, to which id, and what to do next. It never holds a token, a key or a payload.
 */

interface ErrorMeaning {
  /** What happened, for the table of the documentation. */
  readonly meaning: string;
  /** HTTP status where the error leaves through `bridge.fetch`. */
  readonly http: number;
  /** Whether the same call may succeed later without any change by the caller. */
  readonly retry: boolean;
}

/** Every code, with what it means, its HTTP status, and whether to try again. */
export const ERROR_CODES = {
  ERR_CONFIG_INVALID: { meaning: 'an option is missing, unknown or of the wrong form', http: 500, retry: false },
  ERR_SIGNING_KEY_MISSING: {
    meaning: 'callback.signingKeys lacks a key that signed buttons of tasks which are still open',
    http: 500,
    retry: false,
  },
  ERR_MODEL_UNREADABLE: { meaning: 'the file is not BPMN 2.0 XML', http: 400, retry: false },
  ERR_MODEL_REFUSED: {
    meaning: 'the process cannot run as drawn; problems lists every reason',
    http: 400,
    retry: false,
  },
  ERR_EXPRESSION_INVALID: { meaning: 'an expression is outside the grammar', http: 400, retry: false },
  ERR_EXPRESSION_FAILED: { meaning: 'an expression could not be evaluated over the variables', http: 409, retry: true },
  ERR_INPUT_INVALID: { meaning: 'an argument is missing or of the wrong form', http: 400, retry: false },
  ERR_PROCESS_UNKNOWN: { meaning: 'no process of that id is deployed', http: 404, retry: false },
  ERR_CALL_TOO_DEEP: {
    meaning: 'processes call each other without end, or one calls too many others',
    http: 409,
    retry: false,
  },
  ERR_INSTANCE_UNKNOWN: { meaning: 'no instance of that id exists', http: 404, retry: false },
  ERR_STEP_FAILED: { meaning: 'the engine refused the step; the instance is as it was', http: 409, retry: true },
  ERR_UNEXPECTED: {
    meaning: 'a defect of the library, the engine or stored data; the instance is as it was, the log has the stack',
    http: 500,
    retry: false,
  },
  ERR_SUSPENDED: { meaning: 'the instance is suspended; activate it', http: 423, retry: true },
  ERR_MESSAGE_UNMATCHED: { meaning: 'nothing waits for a message that a process threw', http: 409, retry: true },
  ERR_MESSAGE_INVALID: {
    meaning: 'a message to people cannot be sent as it stands; problems lists every reason',
    http: 400,
    retry: false,
  },
  ERR_MESSAGE_UNKNOWN: { meaning: 'no message to people stands under that sendId', http: 404, retry: false },
  ERR_INCIDENT_UNKNOWN: { meaning: 'no incident of that id exists', http: 404, retry: false },
  ERR_REPORT_UNKNOWN: { meaning: 'no report stands under that seq in the outbox', http: 404, retry: false },
  ERR_SEND_ID_TAKEN: { meaning: 'another message stands under this sendId', http: 409, retry: false },
  ERR_START_KEY_TAKEN: { meaning: 'another process was started under this startKey', http: 409, retry: false },
  ERR_NOT_PARKED: {
    meaning: 'there is nothing to retry or to skip: it is on its way or over',
    http: 409,
    retry: false,
  },
  ERR_NO_HANDLER: {
    meaning: 'nobody handles a task: every source was empty when evaluated, or the function assign failed',
    http: 409,
    retry: true,
  },
  ERR_DEADLOCK: {
    meaning: 'tokens of the instance are left, and nothing can move them any more: end it, and mend its diagram',
    http: 409,
    retry: false,
  },
  ERR_SERVICE_FAILED: { meaning: 'a service of the host failed; its job is retried', http: 409, retry: true },
  ERR_SNAPSHOT_INVALID: { meaning: 'a stored snapshot cannot be read by this version', http: 500, retry: false },
  ERR_STORE_UNAVAILABLE: {
    meaning: 'the database did not answer; nothing was stored, or all, where it went away during the commit',
    http: 503,
    retry: true,
  },
  ERR_OUTBOX_FULL: {
    meaning: 'too many reports wait for the center (outbox.maxUndelivered); nothing was started',
    http: 503,
    retry: true,
  },
  ERR_BUSY: { meaning: 'somebody else was quicker, or is just at it; nothing was stored', http: 503, retry: true },
  ERR_STORE_LOCKED: { meaning: 'another bridge or sandbox holds this database file', http: 503, retry: true },
  ERR_STORE_NEWER: { meaning: 'the database was written by a newer version of the library', http: 500, retry: false },
  ERR_STORE_INVALID: { meaning: 'the database refused a row, or holds what cannot be read', http: 500, retry: false },
  ERR_CENTER_UNAVAILABLE: { meaning: 'the center did not answer, or not with success', http: 502, retry: true },
  ERR_CENTER_ANSWER_INVALID: {
    meaning: 'the center answered in a form the interface does not know',
    http: 502,
    retry: true,
  },
  ERR_KEYS_UNAVAILABLE: {
    meaning: 'the keys that id tokens are checked with could not be fetched; the press was not decided',
    http: 503,
    retry: true,
  },
  ERR_IDENTITY_FAILED: {
    meaning: 'isMember or mayActFor of the option identity threw; nothing was decided',
    http: 503,
    retry: true,
  },
  ERR_TOKEN_REFUSED: { meaning: 'the token endpoint refused the client', http: 502, retry: true },
  ERR_CLOSED: { meaning: 'the bridge is closed', http: 503, retry: false },
} as const satisfies Record<string, ErrorMeaning>;

/** Names what went wrong; stable. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error carries besides its code and message. */
export interface ErrorInit {
  /** Ids, counts and problems, for a program. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What was thrown before it. */
  readonly cause?: unknown;
}

/** Base of every error the library throws. */
export class BridgeError extends Error {
  /** Stable; {@link ERROR_CODES} says what it means. */
  readonly code: ErrorCode;
  /** Ids, counts and problems, for a program; never a token, a key or a payload. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, init: ErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = init.details ?? {};
  }
}

/** Fix the options or the arguments of the call; nothing was done. */
export class InputError extends BridgeError {}

/** Fix the .bpmn file; nothing was deployed. */
export class ModelError extends BridgeError {}

/** The step was not applied and the instance is as it was; try again once the cause is gone. */
export class StepError extends BridgeError {}

/** The database failed; nothing of the call was stored, so the call may be repeated. */
export class StoreError extends BridgeError {}

/** The center failed; what was to be delivered stays in the outbox. */
export class CenterError extends BridgeError {}
