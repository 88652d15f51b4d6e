/** What a record keeps of a call: enough to repeat the call, and no secret. */
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

/** Replaces a client secret that is wrong. The right one is left out. */
const WRONG_SECRET = '<wrong secret>';

/** Replaces the right secret where it does not belong. */
const HIDDEN_SECRET = '<client secret>';

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'x-id-token', 'cookie']);

/**
 * A body for the record: JSON as its value; a form as an object, in which a field that occurs more than once is a list;
 * anything else as its text.
 */
export function recordBody(call: CallKind, { headers, body }: HttpRequest, apps: readonly SandboxApp[]): RecordedBody {
  if (body === '') return { body: undefined };
  const json = parseJson(body);
  if (json !== undefined) return { body: withoutSecretField(json) };
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
  return apps.reduce((left, { clientSecret }) => left.replaceAll(clientSecret, HIDDEN_SECRET), text);
}

function withoutSecretField(json: unknown): unknown {
  return isObject(json) && 'client_secret' in json ? { ...json, client_secret: WRONG_SECRET } : json;
}

/** The fields of a token call (spec, Authentication 3). Other names may come from a body that is not a form at all. */
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
  // Otherwise a missing field would look like the right secret, which is left out.
  if (secrets.length === 0) return { ...kept, client_secret: null };
  if (secrets.length > 1 || app === undefined || secrets[0] !== app.clientSecret) return kept;
  const { client_secret: _right, ...rest } = kept;
  return rest;
}

/** The body of a recorded call as it was sent, except for the secret of a client that does not exist any more. */
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
