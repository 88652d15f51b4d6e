import type * as z from 'zod';

const FORMS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
};

/** Describes a field that does not have the form of the spec: what it must be, instead of the schema's message. */
export function describeFormProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const form = FORMS[issue.expected] ?? issue.expected;
      const isMissing = issue.input === undefined || issue.input === null;
      return isMissing ? `is required; give it ${form}` : `has another form; give it ${form}`;
    }
    case 'too_small':
      return 'is empty; give it a text';
    case 'invalid_value':
      return `is unknown; use one of ${issue.values.join(', ')}`;
    default:
      return undefined;
  }
}

/** Adds hints that are not in the schema. */
export function addRemedy({ path, message }: { readonly path: string; readonly message: string }): string {
  const isValues = path === 'data.paramValueJson';
  if (isValues) return `${path}: ${message}, and {} for a template without variables`;
  if (message === UNKNOWN) return `${path}: ${message}; correct its name, or leave it out`;
  return `${path}: ${message}`;
}

/** The text that `problemsOf` uses. */
const UNKNOWN = 'is not a field of the spec';
