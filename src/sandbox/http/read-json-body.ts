import type { CallRefusal } from './authorize.ts';
import type { HttpRequest } from './http-route.ts';

/** A parsed content type; parameter names, and the value of charset, are in lower case. */
export interface ContentType {
  readonly type: string;
  readonly charset: string | undefined;
}

export function readContentType(header: string | undefined): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}

/** Parses the body of a call, which must be JSON (spec, Endpoints). */
export function readJsonBody(request: HttpRequest): { readonly json: unknown } | CallRefusal {
  const { type, charset } = readContentType(request.headers['content-type']);
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8')) {
    return { status: 415, message: 'the content type must be application/json' };
  }
  const json = parseJson(request.body);
  return json === undefined ? { status: 400, message: 'the body is not JSON' } : { json };
}

/** The JSON value of a text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
