import { z } from 'zod';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import { splitText } from '../model/expressions/text-names.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { Secret } from '../secret.ts';

/** What is wrong with one option. Holds no value, which could be a secret. */
export interface ConfigProblem {
  /** E.g. `callback.signingKeys[0].secret`. */
  readonly path: string;
  /** What is wrong with it, completing its path. */
  readonly message: string;
}

/** Timers of Node take no more; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const text = z.string().min(1, 'must not be empty');
export const secret = text.transform((value) => new Secret(value));
export const ms = z.int().positive().max(MAX_TIMER_MS);
export const count = z.int().positive();

export function functionOf<F>() {
  return z.custom<F>((value) => typeof value === 'function', { error: requiredMessage('must be a function') });
}

/** An http or https address without credentials, query and fragment; the slashes at its end are dropped. */
export const baseUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) context.addIssue('must be an http or https url');
  else if (url.username !== '' || url.password !== '') context.addIssue('must not contain credentials');
  else if (/[?#]/.test(value)) context.addIssue('must have no query and no fragment');
  else return url.href.replace(/\/+$/, '');
  return z.NEVER;
});

export const urlTemplate = text.refine(
  (value) => {
    // One that begins with an expression is known when it is filled in.
    const filled = fillWith(value, 'http://x');
    return filled !== undefined && !/[{}]/.test(filled) && /^https?:\/\//.test(filled) && URL.canParse(filled);
  },
  {
    error:
      'must be an http or https url; it may contain placeholders such as {taskId} and {businessKey}, and expressions',
  },
);

export const timeZone = z.string().refine(
  (name) => {
    try {
      // Newer versions of Node take offsets too, Node 20 does not: a host must not break by going back.
      return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  },
  { error: 'must be a time zone of the IANA database, e.g. Asia/Shanghai' },
);

export const storeUrl = text.transform((value, context) => {
  if (/^sqlite:./.test(value) || (/^postgres(?:ql)?:\/\/./.test(value) && URL.canParse(value))) return value;
  context.addIssue("must be 'sqlite:<file>', 'sqlite::memory:' or 'postgres://<user>:<password>@<host>/<database>'");
  return z.NEVER;
});

/** A value whose schema depends on what it looks like; the problems keep their paths, as in no union they would. */
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

/** Refuses every value, saying why. */
export function refuse(message: string): z.ZodNever {
  return z.never({ error: requiredMessage(message) });
}

// Refinements over several options run even when one of them is wrong, since all problems are reported at once.
export const whenObject = ({ value }: { readonly value: unknown }) => isJsonObject(value);
export const whenArray = ({ value }: { readonly value: unknown }) => Array.isArray(value);

/** Undefined for what is no secret because something else is wrong with it. */
export function revealed(value: unknown): string | undefined {
  return value instanceof Secret ? value.reveal() : undefined;
}

/** Names an option that is left out as such, instead of by the type it has not. */
export function requiredMessage(otherwise?: string) {
  return (issue: { readonly input?: unknown }) => {
    if (issue.input !== undefined) return otherwise;
    return otherwise === undefined ? 'is required' : `is required: ${otherwise}`;
  };
}

/** One problem per place, an unknown option being a place of its own. */
export function listIssues(error: z.ZodError): { path: PropertyKey[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown option' }));
  });
}

/** Undefined where it holds what is no expression. @param beginning what stands for an expression at the beginning */
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
