import * as z from 'zod';

/** One person. The center separates accounts by commas, so an account must not contain one. */
export const account = z
  .string()
  .min(1)
  .refine((text) => !text.includes(',') && text.trim() === text, {
    error: 'must be one name, without a comma and without spaces around it',
  });
