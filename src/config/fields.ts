import * as z from 'zod';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import { splitText } from '../model/expressions/text-names.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { Secret } from '../secret.ts';
import { sqlitePathOf } from '../store/store-url.ts';

/** A problem of an option. It contains no value, because values may be secrets. */
export interface ConfigProblem {
  /** E.g. `callback.signingKeys[0].secret`. */
  readonly path: string;
  /** The problem, as a phrase that follows the path. */
  readonly message: string;
}

/** Maximum delay of timers in Node.js; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Of the center, unless an option says otherwise. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

export const text = z.string().min(1, 'must not be empty');
export const secret = text.transform((value) => new Secret(value));
export const ms = z.int().positive().max(MAX_TIMER_MS);
export const count = z.int().positive();

export function functionOf<F>() {
  return z.custom<F>((value) => typeof value === 'function', { error: requiredMessage('must be a function') });
}

/** An http or https address without credentials, query and fragment; trailing slashes are removed. */
export const baseUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) context.addIssue('must be an http or https url');
  else if (url.username !== '' || url.password !== '') context.addIssue('must not contain credentials');
  else if (/[?#]/.test(value)) context.addIssue('must not have a query or a fragment');
  else return url.href.replace(/(?<!\/)\/+$/, '');
  return z.NEVER;
});

export const urlTemplate = templateOf('placeholders such as {taskId} and {businessKey}', isUrlTemplate);

/** The address of a page for operations, which has a placeholder more. */
export const operationUrl = templateOf('placeholders such as {taskId} and {operation}', (value) =>
  isUrlTemplate(value.replaceAll('{operation}', 'x')),
);

function templateOf(placeholders: string, isValid: (value: string) => boolean) {
  return text.refine(isValid, {
    error: `must be an http or https url; it may contain ${placeholders}, and expressions`,
  });
}

function isUrlTemplate(value: string): boolean {
  // If the text begins with an expression, the scheme is not known yet.
  const filled = fillWith(value, 'http://x');
  return filled !== undefined && !/[{}]/.test(filled) && /^https?:\/\//.test(filled) && URL.canParse(filled);
}

export const timeZone = z.string().refine(
  (name) => {
    try {
      // Newer versions of Node.js also accept offsets, Node.js 20 does not; a host must work on both.
      return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  },
  { error: 'must be a time zone of the IANA database, e.g. Asia/Shanghai' },
);

/** Called once, so that a wrong one is not found out by a database that refuses a row. */
export const clock = functionOf<() => number>().refine(
  (now) => {
    try {
      const time: unknown = now();
      return Number.isSafeInteger(time) && Number(time) >= 0 && !Number.isNaN(new Date(Number(time)).getTime());
    } catch {
      return false;
    }
  },
  { error: 'must return the time in whole milliseconds since 1970, as Date.now does' },
);

export const storeUrl = text.transform((value, context) => {
  if (sqlitePathOf(value) !== undefined || (/^postgres(?:ql)?:\/\/./.test(value) && URL.canParse(value))) return value;
  context.addIssue(
    "must be 'sqlite:<file>' with nothing but the path, 'sqlite::memory:' or 'postgres://<user>:<password>@<host>/<database>'",
  );
  return z.NEVER;
});

/** Selects a schema by the value. Unlike in a zod union, problems keep their paths. */
export function select<T>(choose: (value: unknown) => z.ZodType<T>) {
  return z.unknown().transform((value, context): T => {
    const parsed = choose(value).safeParse(value, { error: requiredMessage() });
    if (parsed.success) return parsed.data;
    for (const { path, message } of listIssues(parsed.error)) {
      context.issues.push({ code: 'custom', path, message, input: undefined });
    }
    return z.NEVER;
  });
}

/** Validates an object, and returns the original instead of a copy. */
export function sameObject<T>(schema: z.ZodType, value: unknown): z.ZodType<T> {
  return schema.transform(() => value as T);
}

/** A schema that refuses every value with this message. */
export function refuse(message: string): z.ZodNever {
  return z.never({ error: requiredMessage(message) });
}

// Refinements of several options run even if one of the options is invalid, so that all problems are reported at once.
export const whenObject = ({ value }: { readonly value: unknown }) => isJsonObject(value);
export const whenArray = ({ value }: { readonly value: unknown }) => Array.isArray(value);

/** Undefined if the value is not a secret, because it is invalid. */
export function revealed(value: unknown): string | undefined {
  return value instanceof Secret ? value.reveal() : undefined;
}

/** Returns "is required" for a missing option, instead of a message about its type. */
export function requiredMessage(otherwise?: string) {
  return (issue: { readonly input?: unknown }) => {
    if (issue.input !== undefined) return otherwise;
    return otherwise === undefined ? 'is required' : `is required: ${otherwise}`;
  };
}

/** One problem per path; each unknown option has its own path. */
export function listIssues(error: z.ZodError): { path: PropertyKey[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown option' }));
  });
}

/** Replaces all expressions with sample values; undefined if one is invalid. @param beginning sample value for an expression at the beginning */
function fillWith(template: string, beginning: string): string | undefined {
  try {
    const filled = splitText(template).map(({ kind, text: piece }, at) => {
      if (kind === 'expression') compileExpression(piece);
      return kind === 'literal' ? piece : at === 0 ? beginning : 'x';
    });
    return filled.join('');
  } catch {
    return undefined;
  }
}
