import { expect } from 'vitest';
import type * as z from 'zod';
import { problemsOf } from '../../src/protocol/problems.ts';

/** The paths of the fields a schema refuses in a value. */
export function refusedPaths(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : problemsOf(result.error).map((problem) => problem.path);
}

export function expectAccepted(schema: z.ZodType, value: unknown): void {
  expect(refusedPaths(schema, value)).toEqual([]);
}
