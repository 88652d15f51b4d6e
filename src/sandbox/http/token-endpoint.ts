/** The token endpoint (spec, Authentication). Errors are as in RFC 6749, 5.2, since the spec shows none. */
import { SCOPE_SEPARATOR } from '../../protocol/endpoints.ts';
import { GRANT_TYPE, TOKEN_FIELDS } from '../../protocol/token.ts';
import type { SandboxApp } from '../setup/apps.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { HttpAnswer, HttpRequest } from './http-route.ts';
import { readContentType } from './read-json-body.ts';

export function answerTokenRequest(
  apps: readonly SandboxApp[],
  tokens: AccessTokens,
  request: HttpRequest,
): HttpAnswer {
  const { type, charset } = readContentType(request.headers['content-type']);
  if (type !== 'application/x-www-form-urlencoded' || charset !== 'utf-8') {
    const wanted = 'application/x-www-form-urlencoded;charset=utf-8';
    return refuse(415, 'invalid_request', `the content type must be ${wanted}`);
  }
  return answerForm(apps, tokens, new URLSearchParams(request.body));
}

function answerForm(apps: readonly SandboxApp[], tokens: AccessTokens, form: URLSearchParams): HttpAnswer {
  const missing = TOKEN_FIELDS.filter((field) => !form.has(field));
  if (missing.length > 0) {
    return refuse(400, 'invalid_request', `${missing.join(', ')} is null: send an empty string where there is nothing`);
  }
  const doubled = TOKEN_FIELDS.filter((field) => form.getAll(field).length > 1);
  if (doubled.length > 0) return refuse(400, 'invalid_request', `${doubled.join(', ')} is given more than once`);
  if (form.get('grant_type') !== GRANT_TYPE) {
    return refuse(400, 'unsupported_grant_type', `grant_type must be ${GRANT_TYPE}`);
  }
  const app = apps.find((candidate) => candidate.clientId === form.get('client_id'));
  if (app === undefined || app.clientSecret !== form.get('client_secret')) {
    return refuse(401, 'invalid_client', 'client_id or client_secret is wrong');
  }
  const scopes = (form.get('scope') ?? '').split(SCOPE_SEPARATOR).filter((scope) => scope !== '');
  const foreign = scopes.filter((scope) => !app.scopes.includes(scope));
  if (foreign.length > 0) {
    return refuse(400, 'invalid_scope', `this client has no scope "${foreign.join('", "')}"; a comma separates scopes`);
  }
  const issued = tokens.issue(app, scopes);
  const answer = { access_token: issued.accessToken, expires_in: issued.expiresInSeconds };
  return { status: 200, body: answer, recordedBody: { ...answer, access_token: tokens.nameOf(issued.accessToken) } };
}

function refuse(status: number, error: string, description: string): HttpAnswer {
  return { status, body: { error, error_description: description } };
}
