import { z } from 'zod';
import type { ExpressionFunction } from '../model/expressions/host-functions.ts';
import type { ExpressionOptions } from './bridge-options.ts';
import { functionOf, text } from './fields.ts';

/** As an expression can call it. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** Option `expressions`: what drawings may call. */
export const expressions = z.strictObject({
  functions: z
    .record(text.regex(NAME, 'must be a name, or names joined by dots'), functionOf<ExpressionFunction>())
    .default({}),
} satisfies Record<keyof ExpressionOptions, z.ZodType>);
