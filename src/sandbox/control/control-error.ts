import type { InputProblem } from '../http/list-problems.ts';

/** Why the control API refuses a call. Codes are stable, messages may change. */
export const CONTROL_ERRORS = {
  ERR_INPUT_INVALID: {
    status: 400,
    when: 'a field of body or query is missing, unknown or invalid; `problems` lists all of them with their `path`',
  },
  ERR_CROSS_SITE: {
    status: 403,
    when: 'the call comes from a page of another origin, or its Host is neither an IP address, nor localhost, nor the option `host`',
  },
  ERR_PATH_UNKNOWN: { status: 404, when: 'the control API has no such path' },
  ERR_ACCOUNT_UNKNOWN: { status: 404, when: 'the directory has no such account' },
  ERR_APP_UNKNOWN: { status: 404, when: 'the center has no such application' },
  ERR_TASK_UNKNOWN: { status: 404, when: 'the center has no such task' },
  ERR_TRANSACTION_UNKNOWN: { status: 404, when: 'the center has no such transaction' },
  ERR_MESSAGE_UNKNOWN: { status: 404, when: 'the center, or the account, has no such message' },
  ERR_DIAGRAM_NONE: {
    status: 404,
    when: 'the business system has no diagram of the task: it has no address for diagrams, or answers 404. This is not an error',
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'the path does not support this method; the message names those it supports',
  },
  ERR_NOT_OFFERED: {
    status: 409,
    when: 'the center does not offer this to the account (button, batch or task), or no longer does: fetch again',
  },
  ERR_BODY_TOO_LARGE: { status: 413, when: 'more than 1 MiB' },
  ERR_CONTENT_TYPE: { status: 415, when: 'a body that is not `application/json`' },
  ERR_INTERNAL: { status: 500, when: 'an internal error of the sandbox' },
  ERR_DIAGRAM_FAILED: {
    status: 502,
    when: 'the request for the diagram failed, or the answer was not a diagram',
  },
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
