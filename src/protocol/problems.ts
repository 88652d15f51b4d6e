import type * as z from 'zod';

/** A problem of a field. */
export interface WireProblem {
  /** E.g. `[0].next[1].handlers`; empty: the problem concerns the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Returns all problems that a schema found, with the paths of the fields and without values. */
export function problemsOf(error: z.ZodError): WireProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: formatPath(issue.path), message: issue.message }];
    return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: 'is not a field of the spec' }));
  });
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
