/** Below the auth address (spec, Authentication 3). */
export const TOKEN_PATH = '/oauth2/token';

/** Below the base address (spec, Endpoint 2). */
export const TASK_HANDLE_PATH = '/apis/ttc/v1/transaction/poa/taskHandle';

/** Below the base address (spec, Endpoint 1). */
export const MESSAGE_SEND_PATH = '/apis/messagecenter/v1/poaMessage/messageSend';

/** The scopes; the spec does not say which endpoint needs which (Authentication 5 and 6). */
export const SCOPES = {
  sendMessage: 'messagecenter:v1:sendMessage',
  writeTransaction: 'ttc:v1:writeTransaction',
  writeTtc: 'ttc:v1:writeTtc',
} as const;

/** Separates the scope names of a token request (spec, Authentication 3). */
export const SCOPE_SEPARATOR = ',';
