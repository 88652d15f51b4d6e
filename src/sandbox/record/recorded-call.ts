/** What of a call may be kept: enough to make it again, and no secret. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '../http/access-tokens.ts';
import type { HttpRequest } from '../http/http-route.ts';
import { parseJson } from '../http/read-json-body.ts';
import type { CallKind } from '../http/traffic.ts';
import type { SandboxApp } from '../setup/apps.ts';
import { isObject } from '../tasks/check-fields.ts';

export interface RecordedBody {
  readonly body: unknown;
  /** Absent where the body is JSON, and where there is none. */
  readonly bodyForm?: 'form' | 'text';
}

/** What stands in for a client secret that is not the right one. The right one is left out. */
const WRONG_SECRET = '<wrong secret>';

/** Stands in for a right one that is where none belongs. */
const HIDDEN_SECRET = '<client secret>';

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'x-id-token', 'cookie']);

/**
 * A body as it is kept: JSON as its value; a form as an object, where a field that is given more than once is a list;
 * anything else as its text.
 */
export function recordBody(call: CallKind, { headers, body }: HttpRequest, apps: readonly SandboxApp[]): RecordedBody {
  if (body === '') return { body: undefined };
  const json = parseJson(body);
  if (json !== undefined) return { body: withoutSecretField(json) };
  // Also where it went to a wrong address: a form is what has secrets.
  const isForm = call === 'token' || headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  if (isForm) return { body: recordForm(body, apps), bodyForm: 'form' };
  return { body: withoutSecrets(body, apps), bodyForm: 'text' };
}

/** What came of a body that broke off; of calls that hold a secret nothing, since a part of one would not be known. */
export function recordPart(call: CallKind, part: string, apps: readonly SandboxApp[]): RecordedBody {
  if (part === '' || (call !== 'taskHandle' && call !== 'messageSend')) return { body: undefined };
  return { body: withoutSecrets(part, apps), bodyForm: 'text' };
}

function withoutSecrets(text: string, apps: readonly SandboxApp[]): string {
  return apps.reduce((left, { clientSecret }) => left.replaceAll(clientSecret, HIDDEN_SECRET), text);
}

function withoutSecretField(json: unknown): unknown {
  return isObject(json) && 'client_secret' in json ? { ...json, client_secret: WRONG_SECRET } : json;
}

/** Those of a token call (spec, Authentication 3). Anything else may be a body that is no form at all. */
const FORM_FIELDS: ReadonlySet<string> = new Set(['grant_type', 'client_id', 'client_secret', 'scope']);

function recordForm(text: string, apps: readonly SandboxApp[]): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const app = apps.find((candidate) => candidate.clientId === form.get('client_id'));
  const isSecret = (value: string) => apps.some(({ clientSecret }) => clientSecret === value);
  const hide = (value: string) => (isSecret(value) && app === undefined ? HIDDEN_SECRET : value);
  const kept = Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).map((value) => (name === 'client_secret' ? WRONG_SECRET : hide(value)));
      return [FORM_FIELDS.has(name) ? name : withoutSecrets(name, apps), values.length > 1 ? values : values[0]];
    }),
  );
  const secrets = form.getAll('client_secret');
  // Of a field that is missing nothing would tell it from the right one.
  if (secrets.length === 0) return { ...kept, client_secret: null };
  if (secrets.length > 1 || app === undefined || secrets[0] !== app.clientSecret) return kept;
  const { client_secret: _right, ...rest } = kept;
  return rest;
}

/** The body of a recorded call, as it was sent but for the secret of a client that is not there any more. */
export function writeBody({ body, bodyForm }: RecordedBody, apps: readonly SandboxApp[]): string {
  if (body === undefined) return '';
  if (bodyForm === 'text') return String(body);
  if (bodyForm !== 'form' || !isObject(body)) return JSON.stringify(body);
  const app = apps.find((candidate) => candidate.clientId === body.client_id);
  const { client_secret: secret = app?.clientSecret, ...fields } = body;
  const all = secret === null ? fields : { ...fields, client_secret: secret };
  const pairs = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** The headers that may be kept; of Authorization, the scheme and the name of the token. */
export function recordHeaders(headers: IncomingHttpHeaders, tokens: AccessTokens): Record<string, string> {
  const { authorization } = headers;
  if (authorization === undefined) return publicHeaders(headers);
  if (authorization === '') return { ...publicHeaders(headers), authorization };
  const scheme = /^(.*\s)?/s.exec(authorization)?.[0] ?? '';
  return {
    ...publicHeaders(headers),
    authorization: scheme + tokens.nameOf(authorization.slice(scheme.length)),
  };
}

/** Without those that hold tokens. */
export function publicHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : `${value}`]));
}
