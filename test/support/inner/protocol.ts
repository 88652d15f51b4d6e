export { ACTION_TYPES, CHANNELS } from '../../../src/protocol/constants.ts';
export { SCOPES, TASK_HANDLE_PATH, TOKEN_PATH } from '../../../src/protocol/endpoints.ts';
export { CALLBACK_ANSWER_CODES, TASK_HANDLING_CODES } from '../../../src/protocol/error-codes.ts';
export { TaskHandlingItemSchema } from '../../../src/protocol/schemas/task-handling.ts';
export type { TaskHandlingError } from '../../../src/protocol/task-handling.ts';
export type { TaskStatusEntry } from '../../../src/protocol/task-status.ts';
export { VERDICTS } from '../../../src/protocol/verdict.ts';
