/** Endpoint 2 of the spec: who may call, what a call is, and the answer. What an item does is in apply-report.ts. */
import { SCOPES } from '../protocol/endpoints.ts';
import type { TaskHandlingError } from '../protocol/task-handling.ts';
import type { AccessTokens, TokenGrant } from './access-tokens.ts';
import { applyReport } from './apply-report.ts';
import { readContentType } from './content-type.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import type { Ledger } from './ledger.ts';
import type { Switches } from './switches.ts';

interface Refusal {
  readonly status: number;
  readonly message: string;
}

export function answerTaskHandle(ledger: Ledger, tokens: AccessTokens, request: HttpRequest): HttpAnswer {
  const startedAt = ledger.now();
  const grant = readGrant(tokens, ledger.switches, request.headers.authorization);
  const body = 'message' in grant ? grant : readBody(request);
  // Parsed once more for the record, so that the traffic shows what was refused for its token too.
  const recordedRequest = parseJson(request.body);
  if ('message' in body || 'message' in grant) {
    const { status, message } = 'message' in grant ? grant : (body as Refusal);
    return { status, body: answerOf(ledger, startedAt, status, message, null), recordedRequest };
  }
  const appIds = ledger.apps.filter((app) => app.clientId === grant.clientId).map((app) => app.appId);
  const errorIds = body.items.flatMap((item) => applyReport(ledger, item, appIds));
  const message = errorIds.length === 0 ? 'success' : 'there is abnormal data, see errorIds';
  return { status: 200, body: answerOf(ledger, startedAt, 0, message, { errorIds }), recordedRequest };
}

function answerOf(
  ledger: Ledger,
  startedAt: number,
  code: number,
  message: string,
  data: { errorIds: readonly TaskHandlingError[] } | null,
): unknown {
  return { took: Math.max(0, ledger.now() - startedAt), timestamp: ledger.now(), code, message, data };
}

function readGrant(tokens: AccessTokens, switches: Switches, header: string | undefined): TokenGrant | Refusal {
  if (header === undefined || header === '') return { status: 401, message: 'the header Authorization is missing' };
  if (header.includes(' ')) {
    const message = 'the value of Authorization is the access token alone, without a scheme such as Bearer before it';
    return { status: 401, message };
  }
  const grant = tokens.verify(header);
  if (typeof grant === 'string') return { status: 401, message: grant };
  const wanted = missingScopes(switches, grant.scopes);
  return wanted === undefined ? grant : { status: 403, message: `the access token lacks the scope ${wanted}` };
}

/** The scopes a token would need, or undefined when it has them. */
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

function readBody(request: HttpRequest): { readonly items: readonly unknown[] } | Refusal {
  const { type, charset } = readContentType(request.headers['content-type']);
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8')) {
    return { status: 415, message: 'the content type must be application/json' };
  }
  const items = parseJson(request.body);
  if (items === undefined) return { status: 400, message: 'the body is not JSON' };
  if (!Array.isArray(items)) return { status: 400, message: 'the body must be an array of items' };
  return { items };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
