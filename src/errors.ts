/**
 * Every error of the library. A code is stable and may be matched on; a message is for people and may change.
 * A message says what happened, to which id, and what to do next. It never holds a token, a key or a payload.
 */

interface ErrorMeaning {
  /** What happened, for the table of the documentation. */
  readonly meaning: string;
  /** What to do about it. */
  readonly remedy: string;
  /** HTTP status where the error leaves through `bridge.fetch`. */
  readonly http: number;
  /** Whether the same call may succeed later without any change by the caller. */
  readonly retry: boolean;
}

/** Every code, with what it means, its HTTP status, and whether to try again. */
export const ERROR_CODES = {
  ERR_CONFIG_INVALID: {
    meaning: 'an option is missing, unknown or of the wrong form',
    remedy: 'Correct the options that `details.problems` names, each by its path.',
    http: 500,
    retry: false,
  },
  ERR_SIGNING_KEY_MISSING: {
    meaning: 'callback.signingKeys lacks a key that signed buttons of tasks which are still open',
    remedy:
      'Put the key back into `callback.signingKeys`, after the one that signs now; `bridge.keys.inUse()` says when it is no longer needed.',
    http: 500,
    retry: false,
  },
  ERR_MODEL_UNREADABLE: {
    meaning: 'the file is not BPMN 2.0 XML',
    remedy: 'Save the file again with the modeler, as BPMN 2.0 XML.',
    http: 400,
    retry: false,
  },
  ERR_MODEL_REFUSED: {
    meaning: 'the process cannot run as drawn; problems lists every reason',
    remedy:
      '`details.problems` names each element with its remedy; the author corrects the diagram, or the service its options.',
    http: 400,
    retry: false,
  },
  ERR_EXPRESSION_INVALID: {
    meaning: 'an expression is outside the grammar',
    remedy: 'Write it in the grammar of the documentation, or call a function of the host (`expressions.functions`).',
    http: 400,
    retry: false,
  },
  ERR_EXPRESSION_FAILED: {
    meaning: 'an expression could not be evaluated over the variables',
    remedy: 'Set the variable that it names with `bridge.setVariables`, then retry the incident or press again.',
    http: 409,
    retry: true,
  },
  ERR_INPUT_INVALID: {
    meaning: 'an argument is missing or of the wrong form',
    remedy: 'Correct the argument that the message names.',
    http: 400,
    retry: false,
  },
  ERR_PROCESS_UNKNOWN: {
    meaning: 'no process of that id is deployed',
    remedy: 'Deploy the process, then make the call again or retry the incident.',
    http: 404,
    retry: false,
  },
  ERR_CALL_TOO_DEEP: {
    meaning: 'processes call each other without end, or one calls too many others',
    remedy: 'Mend the diagram so that the calls come to an end, deploy it, and end the instance.',
    http: 409,
    retry: false,
  },
  ERR_INSTANCE_UNKNOWN: {
    meaning: 'no instance of that id exists',
    remedy: 'Check the id; instances are deleted `retention.statusDays` after their end.',
    http: 404,
    retry: false,
  },
  ERR_STEP_FAILED: {
    meaning: 'the engine refused the step; the instance is as it was',
    remedy: 'Mend the cause that the message names, then retry the incident or press again.',
    http: 409,
    retry: true,
  },
  ERR_UNEXPECTED: {
    meaning: 'a defect of the library, the engine or stored data; the instance is as it was, the log has the stack',
    remedy: 'Report it with the stack from the log; retry the incident once it is mended.',
    http: 500,
    retry: false,
  },
  ERR_SUSPENDED: {
    meaning: 'the instance is suspended; activate it',
    remedy: '`bridge.activate(instanceId)`, then make the call again.',
    http: 423,
    retry: true,
  },
  ERR_MESSAGE_UNMATCHED: {
    meaning: 'nothing waits for a message that a process threw',
    remedy: 'Start what should receive it, or check name and key, then retry the incident.',
    http: 409,
    retry: true,
  },
  ERR_MESSAGE_INVALID: {
    meaning: 'a message to people cannot be sent as it stands; problems lists every reason',
    remedy: 'Correct the fields that `details.problems` names.',
    http: 400,
    retry: false,
  },
  ERR_MESSAGE_UNKNOWN: {
    meaning: 'no message to people stands under that sendId',
    remedy: 'Check the `sendId`; messages are deleted `retention.instanceDays` after they were settled.',
    http: 404,
    retry: false,
  },
  ERR_INCIDENT_UNKNOWN: {
    meaning: 'no incident of that id exists',
    remedy: 'List the open ones with `bridge.incidents.list()`.',
    http: 404,
    retry: false,
  },
  ERR_REPORT_UNKNOWN: {
    meaning: 'no report stands under that seq in the outbox',
    remedy: 'List them with `bridge.outbox.list()`.',
    http: 404,
    retry: false,
  },
  ERR_SEND_ID_TAKEN: {
    meaning: 'another message stands under this sendId',
    remedy: 'Send the other message under another `sendId`.',
    http: 409,
    retry: false,
  },
  ERR_START_KEY_TAKEN: {
    meaning: 'another process was started under this startKey',
    remedy: 'Use another `startKey`; one belongs to one process.',
    http: 409,
    retry: false,
  },
  ERR_NOT_PARKED: {
    meaning: 'there is nothing to retry or to skip: it is on its way or over',
    remedy: 'Nothing to do: look at its state with `list`.',
    http: 409,
    retry: false,
  },
  ERR_NO_HANDLER: {
    meaning: 'nobody handles a task: every source was empty when evaluated, or the function assign failed',
    remedy:
      'Name somebody: in the diagram, by the variable that it reads, or by `defaults.handlers`; then retry the incident or press again.',
    http: 409,
    retry: true,
  },
  ERR_DEADLOCK: {
    meaning: 'tokens of the instance are left, and nothing can move them any more: end it, and mend its diagram',
    remedy: '`bridge.terminate(instanceId)`, mend the diagram, deploy it and start again.',
    http: 409,
    retry: false,
  },
  ERR_SERVICE_FAILED: {
    meaning: 'a service of the host failed; its job is retried',
    remedy: 'Mend the service; the job is tried again by itself, and after that by `bridge.incidents.retry`.',
    http: 409,
    retry: true,
  },
  ERR_SNAPSHOT_INVALID: {
    meaning: 'a stored snapshot cannot be read by this version',
    remedy: 'Restore the row from a backup, or run the version that wrote it; `bridge.terminate` works all the same.',
    http: 500,
    retry: false,
  },
  ERR_ENGINE_UNSUPPORTED: {
    meaning: 'the installed engine is not one that the library was made for',
    remedy:
      'Install the bpmn-elements that package.json of this library names, and no other beside it: `npm ls bpmn-elements`.',
    http: 500,
    retry: false,
  },
  ERR_STORE_UNAVAILABLE: {
    meaning: 'the database did not answer; nothing was stored, or all, where it went away during the commit',
    remedy:
      'Make the call again once the database answers; give starts a `startKey`, so that a repeat starts nothing twice.',
    http: 503,
    retry: true,
  },
  ERR_OUTBOX_FULL: {
    meaning: 'too many reports wait for the center (outbox.maxUndelivered); nothing was started',
    remedy: 'Wait until the center takes reports again, then start again.',
    http: 503,
    retry: true,
  },
  ERR_BUSY: {
    meaning: 'somebody else was quicker, or is just at it; nothing was stored',
    remedy: 'Make the same call again.',
    http: 503,
    retry: true,
  },
  ERR_STORE_LOCKED: {
    meaning: 'another bridge or sandbox holds this database file',
    remedy: 'Stop the other process, or use PostgreSQL for more than one.',
    http: 503,
    retry: true,
  },
  ERR_STORE_NEWER: {
    meaning: 'the database was written by a newer version of the library',
    remedy: 'Run the newer version, or restore a backup of the older one.',
    http: 500,
    retry: false,
  },
  ERR_STORE_INVALID: {
    meaning: 'the database refused a row, or holds what cannot be read',
    remedy: 'Restore the row that the message names from a backup.',
    http: 500,
    retry: false,
  },
  ERR_CENTER_UNAVAILABLE: {
    meaning: 'the center did not answer, or not with success',
    remedy: 'Nothing to do: it is tried again with pauses.',
    http: 502,
    retry: true,
  },
  ERR_CENTER_ANSWER_INVALID: {
    meaning: 'the center answered in a form the interface does not know',
    remedy: 'Look at what the center answered, and speak to the people who run it.',
    http: 502,
    retry: true,
  },
  ERR_KEYS_UNAVAILABLE: {
    meaning: 'the keys that id tokens are checked with could not be fetched; the press was not decided',
    remedy: 'Check that `callback.idToken.jwksUrl` answers; the press may be made again.',
    http: 503,
    retry: true,
  },
  ERR_IDENTITY_FAILED: {
    meaning: 'isMember or mayActFor of the option identity threw; nothing was decided',
    remedy: 'Mend the function, whose error is in the log; the press may be made again.',
    http: 503,
    retry: true,
  },
  ERR_TOKEN_REFUSED: {
    meaning: 'the token endpoint refused the client',
    remedy: 'Check `center.clientId`, `clientSecret` and `scopes`.',
    http: 502,
    retry: true,
  },
  ERR_CLOSED: { meaning: 'the bridge is closed', remedy: 'Create a new bridge.', http: 503, retry: false },
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
