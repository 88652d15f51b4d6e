/**
 * Every error of the library. A code is stable and may be matched on; a message is for people and may change.
 * A message says what happened, to which id, and what to do next. It never contains a token, a key or a payload.
 */

import type { ErrorCode } from './error-codes.ts';

export { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** Properties of an error besides its code and message. */
export interface ErrorInit {
  /** Ids, counts and problems, for a program. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The error that caused it. */
  readonly cause?: unknown;
}

/** Base class of all errors of the library. */
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

/** The options or arguments are invalid: correct them. Nothing was done. */
export class InputError extends BridgeError {}

/** The .bpmn file is invalid: correct it. Nothing was deployed. */
export class ModelError extends BridgeError {}

/** The step was not applied and the instance is unchanged: retry after the cause is fixed. */
export class StepError extends BridgeError {}

/** The database failed: repeat the call. Nothing was stored, or everything if the connection broke during the commit. */
export class StoreError extends BridgeError {}

/** The center failed; undelivered reports stay in the outbox. */
export class CenterError extends BridgeError {}
