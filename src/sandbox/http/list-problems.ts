import { z } from 'zod';

/** One thing that is wrong in what a person wrote, and where. */
export interface InputProblem {
  /** Such as `apps[0].clientId`; `the whole` where it is about all of it. */
  readonly path: string;
  readonly message: string;
}

/** What a schema found, one entry for each field; of unknown fields, which they are. */
export function listProblems(error: z.ZodError): InputProblem[] {
  return error.issues.flatMap((issue) => {
    const at = (path: PropertyKey[]) => (path.length === 0 ? 'the whole' : z.core.toDotPath(path));
    if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
    return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: 'there is no such field' }));
  });
}

/** Of a field that must be there and is not. */
export const SAYS_REQUIRED: { error: z.core.$ZodErrorMap } = {
  error: (issue) => (issue.input === undefined ? 'is required' : undefined),
};
