import { EvaluationError } from '../evaluation-error.ts';
import { toNumber } from '../juel/juel-coerce.ts';

/** One method of a type of value. @param timeZone IANA name, for methods of dates */
export type Method<Value> = (value: Value, args: readonly unknown[], timeZone: string) => unknown;
/** Methods by name and number of arguments, such as `substring/2`. */
export type Methods<Value> = ReadonlyMap<string, Method<Value>>;

export function methods<Value>(entries: Readonly<Record<string, Method<Value>>>): Methods<Value> {
  return new Map(Object.entries(entries));
}

export function textArgument(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError('an argument is not a text');
}

/** @param last the highest valid index */
export function indexArgument(value: unknown, last: number): number {
  const index = Math.trunc(toNumber(value ?? null));
  if (index >= 0 && index <= last) return index;
  throw new EvaluationError('an index is out of range');
}
