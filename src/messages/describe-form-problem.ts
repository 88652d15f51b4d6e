import type { z } from 'zod';

const FORMS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
};

/** The words for a field that has not the form of the spec: what it must be, in place of what the schema would say. */
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
    case 'invalid_union':
      return 'is nothing that JSON can hold; give it a text, a number, true or false, a list or an object';
    default:
      return undefined;
  }
}

/** What the schema cannot know: where a name comes from, and what people leave out because they have nothing to say. */
export function addRemedy({ path, message }: { readonly path: string; readonly message: string }): string {
  const isValues = path === 'data.paramValueJson';
  if (isValues) return `${path}: ${message}, and {} for a template without variables`;
  if (message === UNKNOWN) return `${path}: ${message}; correct its name, or leave it out`;
  return `${path}: ${message}`;
}

/** As `problemsOf` says it. */
const UNKNOWN = 'is not a field of the spec';
