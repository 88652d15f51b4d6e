/** The one reader of what methods are given; configuration has its own, which names every option. */
import * as z from 'zod';
import { InputError } from './errors.ts';

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

/** Why an operator does it. What a person writes with a press is an opinion, and may be empty. */
export const reason = z.string().trim().min(1);

/** Who does it, for the history: the name of a person or a program. */
export const by = z.string().trim().min(1).max(100).optional();

function withoutUndefined<Value>(value: Value): Given<Value> {
  if (typeof value !== 'object' || value === null || !Object.values(value).includes(undefined)) return value as never;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Given<Value>;
}
