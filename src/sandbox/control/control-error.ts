import type { InputProblem } from '../http/list-problems.ts';

/** Why a call of the control API is refused, and with which HTTP status. Codes are stable, messages may change. */
export const CONTROL_ERRORS = {
  /** A field of the body or the query is missing, unknown or wrong; `problems` lists all of them. */
  ERR_INPUT_INVALID: 400,
  /** The call comes from a page of another origin, or names a host that the sandbox is not. */
  ERR_CROSS_SITE: 403,
  ERR_PATH_UNKNOWN: 404,
  ERR_ACCOUNT_UNKNOWN: 404,
  ERR_APP_UNKNOWN: 404,
  ERR_TASK_UNKNOWN: 404,
  ERR_TRANSACTION_UNKNOWN: 404,
  ERR_MESSAGE_UNKNOWN: 404,
  /** The business system gives no diagram of the task; not an error of anybody. */
  ERR_DIAGRAM_NONE: 404,
  ERR_METHOD_NOT_ALLOWED: 405,
  /** The center does not offer this to the account: not this button, not in a batch, not this task. Look again. */
  ERR_NOT_OFFERED: 409,
  ERR_BODY_TOO_LARGE: 413,
  ERR_CONTENT_TYPE: 415,
  /** The business system could not be asked for a diagram, or its answer is none. */
  ERR_DIAGRAM_FAILED: 502,
  /** A fault of the sandbox itself. */
  ERR_INTERNAL: 500,
  /** The data file could not be written; what was called was called. */
  ERR_STORE_UNAVAILABLE: 503,
} as const;

export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** The body of every answer that is not 2xx. */
export interface ControlErrorAnswer {
  readonly error: {
    readonly code: ControlErrorCode;
    /** For a person. */
    readonly message: string;
    /** Of ERR_INPUT_INVALID: what is wrong in the body or the query. */
    readonly problems?: readonly InputProblem[];
  };
}

/** A refusal: nothing was done. */
export class ControlError extends Error {
  readonly code: ControlErrorCode;
  readonly problems: readonly InputProblem[] | undefined;

  constructor(code: ControlErrorCode, message: string, problems?: readonly InputProblem[]) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.problems = problems;
  }
}
