/** Endpoint 1 of the spec: authorization, form of a call, and the answer. accept-message.ts handles the message. */
import { SCOPES } from '../../protocol/endpoints.ts';
import { MESSAGE_SEND_CODES } from '../../protocol/error-codes.ts';
import type { AccessTokens } from '../http/access-tokens.ts';
import { authorize, type CallRefusal } from '../http/authorize.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-route.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterState } from '../state/center-state.ts';
import { isObject, type RawObject } from '../tasks/check-fields.ts';
import { acceptMessage } from './accept-message.ts';

export function answerMessageSend(center: CenterState, tokens: AccessTokens, request: HttpRequest): HttpAnswer {
  const answer = (status: number, code: number, message: string, data: object | null): HttpAnswer => ({
    status,
    body: { timestamp: center.now(), code, message, data },
  });
  const { switches } = center;
  const { authorization } = request.headers;
  const grant = authorize(tokens, authorization, switches, (scopes) => missingScopes(switches, scopes));
  if ('message' in grant) return answer(grant.status, MESSAGE_SEND_CODES.failed, grant.message, null);
  const body = readMessage(request);
  if ('status' in body) return answer(body.status, MESSAGE_SEND_CODES.failed, body.message, null);
  const appIds = center.apps.filter((app) => app.clientId === grant.clientId).map((app) => app.appId);
  const accepted = acceptMessage(center, body.raw, appIds);
  if ('code' in accepted) return answer(200, accepted.code, accepted.message, null);
  const { sendId, errorList } = accepted;
  const hasProblems = errorList.length > 0;
  return answer(200, MESSAGE_SEND_CODES.success, hasProblems ? 'sent, but not to all, see errorList' : 'success', {
    sendId,
    errorList: hasProblems ? errorList : null,
  });
}

/** The scopes that a token lacks, or undefined when it has them. */
function missingScopes({ messageScope }: Switches, scopes: readonly string[]): string | undefined {
  const all: readonly string[] = Object.values(SCOPES);
  switch (messageScope) {
    case 'none':
      return undefined;
    case 'any':
      return all.some((scope) => scopes.includes(scope)) ? undefined : all.join(' or ');
    case 'sendMessage':
      return scopes.includes(SCOPES.sendMessage) ? undefined : SCOPES.sendMessage;
  }
}

function readMessage(request: HttpRequest): { readonly raw: RawObject } | CallRefusal {
  const body = readJsonBody(request);
  if ('message' in body) return body;
  return isObject(body.json) ? { raw: body.json } : { status: 400, message: 'the body must be a JSON object' };
}
