/** Below the auth address (spec, Authentication 3). */
export const TOKEN_PATH = '/oauth2/token';

/** Below the base address (spec, Endpoint 2). */
export const TASK_HANDLE_PATH = '/apis/ttc/v1/transaction/poa/taskHandle';

/** Below the base address (spec, Endpoint 1). */
export const MESSAGE_SEND_PATH = '/apis/messagecenter/v1/poaMessage/messageSend';

/** Scope names that appear in use; which endpoint needs which is not shown (spec, Authentication 5 and 6). */
export const SCOPES = {
  sendMessage: 'messagecenter:v1:sendMessage',
  writeTransaction: 'ttc:v1:writeTransaction',
  writeTtc: 'ttc:v1:writeTtc',
} as const;

/** Between the scope names of a token request (spec, Authentication 3). */
export const SCOPE_SEPARATOR = ',';
