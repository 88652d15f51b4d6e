import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import { InputError } from '../errors.ts';
import { type ConfigProblem, listIssues, requiredMessage } from './fields.ts';

/**
 * Validates options, and adds their defaults.
 * @param intro the first line of the message
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every `ConfigProblem`; no message contains a value
 */
export function parseOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  options: unknown,
  intro: string,
): z.output<Schema> {
  const parsed = schema.safeParse(options, { error: requiredMessage() });
  if (parsed.success) return parsed.data;
  const problems = listIssues(parsed.error).map(
    ({ path, message }): ConfigProblem => ({ path: toDotPath(path), message }),
  );
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  throw new InputError('ERR_CONFIG_INVALID', [intro, ...lines].join('\n'), { details: { problems } });
}
