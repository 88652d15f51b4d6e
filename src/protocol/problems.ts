import type { z } from 'zod';

/** What is wrong with one field of a message. */
export interface WireProblem {
  /** E.g. `[0].next[1].handlers`; empty for the message as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Every problem a schema found, each with the path of its field. Holds no value of the message. */
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
