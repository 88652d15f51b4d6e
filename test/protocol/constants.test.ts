import { expect, it } from 'vitest';
import { TASK_STATES } from '../../src/protocol/constants.ts';
import { MESSAGE_SEND_PATH, SCOPES, TASK_HANDLE_PATH, TOKEN_PATH } from '../../src/protocol/endpoints.ts';
import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../../src/protocol/error-codes.ts';

it('Endpoints and Authentication: paths and scopes are those of the spec', () => {
  expect(TOKEN_PATH).toBe('/oauth2/token');
  expect(TASK_HANDLE_PATH).toBe('/apis/ttc/v1/transaction/poa/taskHandle');
  expect(MESSAGE_SEND_PATH).toBe('/apis/messagecenter/v1/poaMessage/messageSend');
  expect(Object.values(SCOPES)).toEqual(['messagecenter:v1:sendMessage', 'ttc:v1:writeTransaction', 'ttc:v1:writeTtc']);
});

it('Errors, Task handling: codes and messages are those of the spec', () => {
  expect(Object.values(TASK_HANDLING_CODES)).toEqual([0, 400, 500, 2004, 2005]);
  expect(TASK_HANDLING_MESSAGES.taskUnknown).toBe('this task is not exist');
  expect(TASK_HANDLING_MESSAGES.taskFinished).toBe('this task has been finished');
});

it('States and transitions: there are six task states', () => {
  expect(TASK_STATES).toEqual(['IN_PROGRESS', 'FINISH', 'TERMINATED', 'TURN', 'SUSPENDED', 'RECALL']);
});
