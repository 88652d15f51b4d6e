/** Endpoint 2 of the spec: authorization, form of a call, and the answer. apply-report.ts handles each item. */
import { SCOPES } from '../../protocol/endpoints.ts';
import type { TaskHandlingError } from '../../protocol/task-handling.ts';
import type { AccessTokens } from '../http/access-tokens.ts';
import { authorize, type CallRefusal } from '../http/authorize.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-route.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterState } from '../state/center-state.ts';
import { applyReport } from './apply-report.ts';

export function answerTaskHandle(center: CenterState, tokens: AccessTokens, request: HttpRequest): HttpAnswer {
  const startedAt = center.now();
  const { switches } = center;
  const { authorization } = request.headers;
  const grant = authorize(tokens, authorization, switches, (scopes) => missingScopes(switches, scopes));
  const body = 'message' in grant ? grant : readItems(request, switches);
  if ('message' in body || 'message' in grant) {
    const { status, message } = 'message' in grant ? grant : (body as CallRefusal);
    return { status, body: answerOf(center, startedAt, { code: status, message, data: null }) };
  }
  const appIds = center.apps.filter((app) => app.clientId === grant.clientId).map((app) => app.appId);
  const errorIds = body.items.flatMap((item) => applyReport(center, item, appIds));
  const message = errorIds.length === 0 ? 'success' : 'there is abnormal data, see errorIds';
  return { status: 200, body: answerOf(center, startedAt, { code: 0, message, data: { errorIds } }) };
}

function answerOf(
  center: CenterState,
  startedAt: number,
  answer: { code: number; message: string; data: { errorIds: readonly TaskHandlingError[] } | null },
): unknown {
  return { took: Math.max(0, center.now() - startedAt), timestamp: center.now(), ...answer };
}

/** The scopes that a token lacks, or undefined when it has them. */
function missingScopes(switches: Switches, scopes: readonly string[]): string | undefined {
  const both = [SCOPES.writeTransaction, SCOPES.writeTtc];
  switch (switches.taskHandleScope) {
    case 'none':
      return undefined;
    case 'either':
      return both.some((scope) => scopes.includes(scope)) ? undefined : both.join(' or ');
    case 'both':
      return both.every((scope) => scopes.includes(scope)) ? undefined : both.join(' and ');
    case 'writeTransaction':
    case 'writeTtc': {
      const wanted = SCOPES[switches.taskHandleScope];
      return scopes.includes(wanted) ? undefined : wanted;
    }
  }
}

function readItems(
  request: HttpRequest,
  { itemsPerCall }: Switches,
): { readonly items: readonly unknown[] } | CallRefusal {
  const body = readJsonBody(request);
  if ('message' in body) return body;
  if (!Array.isArray(body.json)) return { status: 400, message: 'the body must be an array of items' };
  if (itemsPerCall !== 'any' && body.json.length > itemsPerCall) {
    return { status: 400, message: `the body must have at most ${itemsPerCall} items` };
  }
  return { items: body.json };
}
