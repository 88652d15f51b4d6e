import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

/** One problem in an input, with its path. */
export interface InputProblem {
  /** For example `apps[0].clientId`; `the whole` when the problem concerns the whole input. */
  readonly path: string;
  readonly message: string;
}

/** The problems that a schema found, one for each field, also for each unknown field. */
export function listProblems(error: z.ZodError): InputProblem[] {
  return error.issues.flatMap((issue) => {
    const at = (path: PropertyKey[]) => (path.length === 0 ? 'the whole' : toDotPath(path));
    if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
    return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: 'unknown field' }));
  });
}

/** The error of a required field that is missing. */
export const SAYS_REQUIRED: { error: z.core.$ZodErrorMap } = {
  error: (issue) => (issue.input === undefined ? 'is required' : undefined),
};
