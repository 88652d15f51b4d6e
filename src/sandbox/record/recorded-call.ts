/** What the traffic and the record keep of a call: no token and no client secret. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '../http/access-tokens.ts';
import type { HttpRequest } from '../http/http-route.ts';
import { parseJson } from '../http/read-json-body.ts';
import type { CallKind } from '../http/traffic.ts';
import type { SandboxApp } from '../setup/apps.ts';
import { isObject } from '../tasks/check-fields.ts';

export interface RecordedBody {
  readonly body: unknown;
  /** Absent when the body is JSON or empty. */
  readonly bodyForm?: 'form' | 'text';
}

const CLIENT_SECRET = '<client secret>';
const WRONG_SECRET = '<wrong secret>';

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'x-id-token', 'cookie']);

/**
 * A body for the record: JSON as its value; a form as an object, in which a field that occurs more than once is a list;
 * anything else as its text.
 */
export function recordBody(call: CallKind, { headers, body }: HttpRequest, apps: readonly SandboxApp[]): RecordedBody {
  if (body === '') return { body: undefined };
  const json = parseJson(body);
  if (isObject(json) && 'client_secret' in json) return { body: { ...json, client_secret: WRONG_SECRET } };
  if (json !== undefined) return { body: json };
  // Also when it was sent to a wrong address: forms contain secrets.
  const isForm = call === 'token' || headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  if (isForm) return { body: recordForm(body, apps), bodyForm: 'form' };
  return { body: withoutSecrets(body, apps), bodyForm: 'text' };
}

/** The part that arrived of an incomplete body; nothing of a token call, since a partial secret is not recognized. */
export function recordPart(call: CallKind, part: string, apps: readonly SandboxApp[]): RecordedBody {
  if (part === '' || (call !== 'taskHandle' && call !== 'messageSend')) return { body: undefined };
  return { body: withoutSecrets(part, apps), bodyForm: 'text' };
}

function withoutSecrets(text: string, apps: readonly SandboxApp[]): string {
  return apps.reduce((left, { clientSecret }) => left.replaceAll(clientSecret, CLIENT_SECRET), text);
}

/** The fields of a token call (spec, Authentication 3). Other names may come from a body that is not a form at all. */
const FORM_FIELDS: ReadonlySet<string> = new Set(['grant_type', 'client_id', 'client_secret', 'scope']);

function recordForm(text: string, apps: readonly SandboxApp[]): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const right = apps.find(({ clientId }) => clientId === form.get('client_id'))?.clientSecret;
  const hide = (name: string, value: string) => {
    if (name === 'client_secret') return value === right ? CLIENT_SECRET : WRONG_SECRET;
    return apps.some(({ clientSecret }) => clientSecret === value) ? CLIENT_SECRET : value;
  };
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).map((value) => hide(name, value));
      return [FORM_FIELDS.has(name) ? name : withoutSecrets(name, apps), values.length > 1 ? values : values[0]];
    }),
  );
}

/** The headers to keep; of Authorization, the scheme and the number of the token. */
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

/** The headers without those that contain tokens. */
export function publicHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : `${value}`]));
}
