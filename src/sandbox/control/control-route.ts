import * as z from 'zod';
import type { AccessTokens } from '../http/access-tokens.ts';
import { listProblems, SAYS_REQUIRED } from '../http/list-problems.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CenterState } from '../state/center-state.ts';
import { ControlError } from './control-error.ts';
import type { ChangeFeed } from './event-stream.ts';

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The parameter names, in braces, of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What routes answer from. */
export interface ControlParts {
  readonly sandbox: Sandbox;
  readonly center: CenterState;
  readonly tokens: AccessTokens;
  readonly feed: ChangeFeed;
  /** Another one after a restart. */
  readonly run: string;
}

/** What a person reads about a route: a part of docs/reference/control-api.md, which is generated. */
interface RouteDescription<Example> {
  /** What the call does or returns, in a few words. */
  readonly title: string;
  /** The fields of the answer. */
  readonly answers: string;
  /** What the names of the fields of query and body do not say. */
  readonly takes?: string;
  /** The body, or the fields of the query, of the example; if omitted, an empty body and no query. */
  readonly example?: Example;
}

interface RouteDefinition<Path extends string, Query, Body, Given> extends RouteDescription<Given> {
  /** Omitted: the route takes no query. */
  readonly query?: z.ZodType<Query, Given>;
  /** Omitted: the route takes no body. */
  readonly body?: z.ZodType<Body, Given>;
  /** The result is sent as JSON, with HTTP 200; a function takes over the response. */
  readonly answer: (
    call: { readonly params: Readonly<Record<NamesIn<Path>, string>>; readonly query: Query; readonly body: Body },
    parts: ControlParts,
  ) => unknown;
}

/** One endpoint of the control API. */
export interface ControlRoute extends RouteDescription<unknown> {
  readonly method: ControlMethod;
  /** Relative to the address of the control API; `{name}` matches one segment of the path. */
  readonly path: string;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  /** @throws {ControlError} `ERR_INPUT_INVALID`, and any error of the route */
  handle(call: ReceivedCall, parts: ControlParts): Promise<unknown>;
}

interface ReceivedCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined if the route takes none. */
  readonly body: unknown;
}

/** Defines a route, whose query and body are validated before it runs. @param call e.g. `GET /accounts/{account}` */
export function defineRoute<const Path extends string, Query = undefined, Body = undefined, Given = never>(
  call: `${ControlMethod} ${Path}`,
  { query, body, answer, ...description }: RouteDefinition<Path, Query, Body, Given>,
): ControlRoute {
  const [method, path = ''] = call.split(' ') as [ControlMethod, string];
  return {
    ...description,
    ...{ method, path: path === '/' ? '' : path, query, body },
    async handle({ params, query: given, body: json }, parts) {
      const checked = {
        params: params as Record<NamesIn<Path>, string>,
        query: check(query ?? z.strictObject({}), readQuery(given), 'the query') as Query,
        body: (body === undefined ? undefined : check(body, json, 'the body')) as Body,
      };
      return answer(checked, parts);
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
    if (part.startsWith('{') && value) params[part.slice(1, -1)] = value;
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

function check(schema: z.ZodType, raw: unknown, what: string): unknown {
  const parsed = schema.safeParse(raw, SAYS_REQUIRED);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error);
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  throw new ControlError('ERR_INPUT_INVALID', `${what} is invalid: ${lines.join('; ')}`, problems);
}
