import type { InputProblem } from '../http/list-problems.ts';

/** Why the control API refuses a call, with the HTTP status. Codes are stable, messages may change. */
export const CONTROL_ERRORS = {
  /** A field of the body or the query is missing, unknown or invalid; `problems` lists all of them. */
  ERR_INPUT_INVALID: 400,
  /** The call comes from a page of another origin, or its Host is not the host of this sandbox. */
  ERR_CROSS_SITE: 403,
  ERR_PATH_UNKNOWN: 404,
  ERR_ACCOUNT_UNKNOWN: 404,
  ERR_APP_UNKNOWN: 404,
  ERR_TASK_UNKNOWN: 404,
  ERR_TRANSACTION_UNKNOWN: 404,
  ERR_MESSAGE_UNKNOWN: 404,
  /** The business system provides no diagram of the task; this is not an error. */
  ERR_DIAGRAM_NONE: 404,
  ERR_METHOD_NOT_ALLOWED: 405,
  /** The center does not offer this to the account (button, batch or task), or no longer does: fetch again. */
  ERR_NOT_OFFERED: 409,
  ERR_BODY_TOO_LARGE: 413,
  ERR_CONTENT_TYPE: 415,
  /** The request for a diagram failed, or the answer was not a diagram. */
  ERR_DIAGRAM_FAILED: 502,
  /** A bug or an internal failure of the sandbox. */
  ERR_INTERNAL: 500,
} as const;

export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** The body of every answer whose status is not 2xx. */
export interface ControlErrorAnswer {
  readonly error: {
    readonly code: ControlErrorCode;
    /** A sentence for people. */
    readonly message: string;
    /** With ERR_INPUT_INVALID: what is wrong in the body or the query. */
    readonly problems?: readonly InputProblem[];
  };
}

/** A refusal: nothing was changed. */
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
