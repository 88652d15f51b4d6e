/** Codes of task handling: the outer code 0, and those of errorIds entries (spec, Errors, Task handling). */
export const TASK_HANDLING_CODES = {
  success: 0,
  parameterInvalid: 400,
  businessError: 500,
  taskUnknown: 2004,
  taskFinished: 2005,
} as const;

/** Messages of the errorIds codes that have a fixed one, as the spec writes them; 400 is `<parameter> is null`. */
export const TASK_HANDLING_MESSAGES = {
  taskUnknown: 'this task is not exist',
  taskFinished: 'this task has been finished',
} as const;

/** Codes of a message send (spec, Errors, Message send): both failures are of the whole call. */
export const MESSAGE_SEND_CODES = {
  success: 0,
  refused: 500,
  failed: -1,
} as const;

/**
 * Codes the bridge answers a button callback with. The spec shows no answer; where a code of task handling means the
 * same it is used again.
 */
export const CALLBACK_ANSWER_CODES = {
  done: 0,
  invalid: 400,
  forbidden: 403,
  suspended: 423,
  taskUnknown: 2004,
  taskFinished: 2005,
} as const;
