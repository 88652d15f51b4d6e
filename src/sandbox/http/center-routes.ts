import { MESSAGE_SEND_PATH, TASK_HANDLE_PATH, TOKEN_PATH } from '../../protocol/endpoints.ts';
import { answerMessageSend } from '../messages/message-send-endpoint.ts';
import type { CenterState } from '../state/center-state.ts';
import { answerTaskHandle } from '../tasks/task-handle-endpoint.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Route } from './http-route.ts';
import type { IdTokens } from './id-tokens.ts';
import { answerTokenRequest } from './token-endpoint.ts';

/** Relative to the origin: the prefix of the paths of the interface. */
export const BASE_PATH = '/center';
export const AUTH_PATH = '/auth';

/** The endpoints of the center. What a call changes is in the data file before it is answered. */
export function centerRoutes(center: CenterState, tokens: AccessTokens, idTokens: IdTokens): Route[] {
  return routesOf(center, tokens, idTokens).map((route) => ({
    ...route,
    answer(request) {
      const answer = route.answer(request);
      center.write.save();
      return answer;
    },
  }));
}

function routesOf(center: CenterState, tokens: AccessTokens, idTokens: IdTokens): Route[] {
  return [
    {
      method: 'POST',
      path: `${AUTH_PATH}${TOKEN_PATH}`,
      call: 'token',
      answer: (request) => answerTokenRequest(center.apps, tokens, request),
    },
    {
      method: 'POST',
      path: `${BASE_PATH}${TASK_HANDLE_PATH}`,
      call: 'taskHandle',
      answer: (request) => answerTaskHandle(center, tokens, request),
    },
    {
      method: 'POST',
      path: `${BASE_PATH}${MESSAGE_SEND_PATH}`,
      call: 'messageSend',
      answer: (request) => answerMessageSend(center, tokens, request),
    },
    {
      method: 'GET',
      path: `${AUTH_PATH}/jwks`,
      call: 'other',
      answer: () => ({ status: 200, body: idTokens.jwks() }),
    },
  ];
}
