/** The one reader of what methods are given; configuration has its own, which names every option. */
import * as z from 'zod';
import { InputError } from './errors.ts';
import { account } from './protocol/account.ts';
import { splitNames } from './protocol/split-names.ts';

/**
 * A schema for each option of an interface, which has their documentation: the compiler names one that is missing, that
 * allows another type, or that the interface does not have.
 */
export type ShapeOf<Options> = { readonly [Name in keyof Required<Options>]: z.ZodType<unknown, Options[Name]> };

/** Options without undefined values, which are equivalent to omitted ones. */
type Given<Value> = { readonly [Name in keyof Value]: Exclude<Value[Name], undefined> };

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of every problem; its message has none of the values */
export type Reader<Schema extends z.ZodType> = (given: unknown, id?: string | number) => Given<z.output<Schema>>;

/** Creates the function that validates what a method is given. @param call the method, for the message */
export function reader<Schema extends z.ZodType>(schema: Schema, call: string): Reader<Schema> {
  return (given, id) => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return withoutUndefined(parsed.data);
    const where = id === undefined ? call : `${call}(${id})`;
    throw new InputError('ERR_INPUT_INVALID', `${where} was given\n${z.prettifyError(parsed.error)}`);
  };
}

/** Accounts, groups or addresses: one, several separated by commas, or a list. */
export type AccountNames = string | readonly string[];

/** At least one account or group, each once. */
export const accountNames = z
  .union([z.string().transform(splitNames), z.array(account)], {
    error: 'must be names separated by commas, or a list of names without commas',
  })
  .transform((names) => [...new Set(names)])
  .refine((names) => names.length > 0, { error: 'must name at least one' });

/** Names of which each may be an expression. */
export const namesOrExpressions = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
  error: 'must be names separated by commas, or a list of names',
});

/** Why an operator does it. What a person writes with a press is an opinion, and may be empty. */
export const reason = z.string().trim().min(1, 'must say why');

/** The same where it may be left out, as an empty field of a form is. */
export const optionalReason = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

/** Who does it, for the history: the name of a person or a program. */
export const by = z.string().trim().min(1).max(100).optional();

function withoutUndefined<Value>(value: Value): Given<Value> {
  if (typeof value !== 'object' || value === null || !Object.values(value).includes(undefined)) return value as never;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Given<Value>;
}
