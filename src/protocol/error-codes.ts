/** Codes of task handling: the outer code 0, and those of errorIds entries (spec, Errors, Task handling). */
export const TASK_HANDLING_CODES = {
  success: 0,
  parameterInvalid: 400,
  businessError: 500,
  taskUnknown: 2004,
  taskFinished: 2005,
} as const;

/** Fixed messages of errorIds codes, as in the spec; the message of 400 is `<parameter> is null`. */
export const TASK_HANDLING_MESSAGES = {
  taskUnknown: 'this task is not exist',
  taskFinished: 'this task has been finished',
} as const;

/** Codes of a message send (spec, Errors, Message send); both failures concern the whole call. */
export const MESSAGE_SEND_CODES = {
  success: 0,
  refused: 500,
  failed: -1,
} as const;

/**
 * Codes of the answers to a button callback. The spec does not define them; codes of task handling are reused where they
 * have the same meaning.
 */
export const CALLBACK_ANSWER_CODES = {
  done: 0,
  invalid: 400,
  forbidden: 403,
  suspended: 423,
  taskUnknown: 2004,
  taskFinished: 2005,
} as const;
