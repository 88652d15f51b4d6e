import type * as z from 'zod';
import { listProblems, SAYS_REQUIRED } from '../http/list-problems.ts';
import { ControlError } from './control-error.ts';

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The parameter names, in braces, of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

interface RouteDefinition<Path extends string, Query, Body> {
  readonly method: ControlMethod;
  /** Relative to the address of the control API; `{name}` matches one segment of the path. */
  readonly path: Path;
  /** Omitted: the route takes no query. */
  readonly query?: z.ZodType<Query>;
  /** Omitted: the route takes no body. */
  readonly body?: z.ZodType<Body>;
  /** The result is sent as JSON, with HTTP 200. */
  readonly answer: (call: {
    readonly params: Readonly<Record<NamesIn<Path>, string>>;
    readonly query: Query;
    readonly body: Body;
  }) => unknown;
}

/** One endpoint of the control API. */
export interface ControlRoute {
  readonly method: ControlMethod;
  readonly path: string;
  readonly takesBody: boolean;
  /** @throws {ControlError} `ERR_INPUT_INVALID`, and any error of the route */
  handle(params: Readonly<Record<string, string>>, query: URLSearchParams, body: unknown): Promise<unknown>;
}

/** Defines a route whose query and body are validated before it runs. */
export function defineRoute<const Path extends string, Query = undefined, Body = undefined>(
  definition: RouteDefinition<Path, Query, Body>,
): ControlRoute {
  const { method, path, query, body, answer } = definition;
  return {
    method,
    path,
    takesBody: body !== undefined,
    async handle(params, given, json) {
      return answer({
        params: params as Record<NamesIn<Path>, string>,
        query: check(query, readQuery(given), 'the query') as Query,
        body: check(body, json, 'the body') as Body,
      });
    },
  };
}

/** The decoded path parameters; undefined when the path does not match. */
export function matchPath({ path }: ControlRoute, given: string): Record<string, string> | undefined {
  const parts = path.split('/');
  const givenParts = given.split('/');
  if (parts.length !== givenParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = decode(givenParts[index] ?? '');
    if (value === undefined || value === '') {
      if (part !== value) return undefined;
    } else if (part.startsWith('{')) params[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A field that is given twice becomes a list, which no schema of a query accepts. */
function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function check(schema: z.ZodType | undefined, raw: unknown, what: string): unknown {
  if (schema === undefined) {
    if (what === 'the body' || Object.keys(raw as object).length === 0) return undefined;
    const problems = Object.keys(raw as object).map((path) => ({ path, message: 'unknown field' }));
    throw new ControlError('ERR_INPUT_INVALID', 'the query is invalid: this path takes none', problems);
  }
  const parsed = schema.safeParse(raw, SAYS_REQUIRED);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error);
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  throw new ControlError('ERR_INPUT_INVALID', `${what} is invalid: ${lines.join('; ')}`, problems);
}
