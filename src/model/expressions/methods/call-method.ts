import { isDeepStrictEqual } from 'node:util';
import { EvaluationError } from '../expression-errors.ts';
import { compareValues, isEmpty } from '../juel/juel-coerce.ts';
import { copyPlain, isPlainObject, nameKind, readOwn, toText } from '../plain-data.ts';
import {
  DATE_METHODS,
  LIST_METHODS,
  type Method,
  type Methods,
  methods,
  OBJECT_METHODS,
  TEXT_METHODS,
} from './methods.ts';

const ANY_METHODS: Methods<unknown> = methods({
  'equals/1': (value, [other]) => isDeepStrictEqual(value, other),
  'compareTo/1': (value, [other]) => {
    const difference = compareValues(value, other ?? null);
    if (difference === undefined) throw new EvaluationError('null cannot be compared');
    return difference;
  },
  'toString/0': (value) => toText(value),
  'isEmpty/0': isEmpty,
});

const whole: Method<number> = (number) => Math.trunc(number);
const same = <Value>(value: Value): Value => value;

const NUMBER_METHODS: Methods<number> = methods({
  'intValue/0': whole,
  'longValue/0': whole,
  'doubleValue/0': same,
  'floatValue/0': same,
  'numberValue/0': same,
});

const BOOLEAN_METHODS: Methods<boolean> = methods({ 'booleanValue/0': same, 'boolValue/0': same });

const KNOWN: ReadonlySet<string> = new Set(
  [ANY_METHODS, TEXT_METHODS, DATE_METHODS, LIST_METHODS, OBJECT_METHODS, NUMBER_METHODS, BOOLEAN_METHODS].flatMap(
    (table: ReadonlyMap<string, unknown>) => [...table.keys()],
  ),
);

/** Whether any type of value has the method. The type of the value is known only at run time. */
export function isMethod(name: string, count: number): boolean {
  return KNOWN.has(`${name}/${count}`);
}

/** The member that a Java getter reads: `getTotal()` reads `total`, `isStandard()` reads `standard`. */
export function getterMember(name: string, count: number): string | undefined {
  const member = count === 0 ? /^(?:get|is)(\p{Lu}.*)$/u.exec(name)?.[1] : undefined;
  return member && member.charAt(0).toLowerCase() + member.slice(1);
}

/** @throws {EvaluationError} the value has no such method, or the arguments are invalid */
export function callMethod(value: unknown, name: string, args: readonly unknown[], timeZone: string): unknown {
  const key = `${name}/${args.length}`;
  const call = findMethod(value, key);
  if (call !== undefined) return copyPlain(call(args, timeZone));
  const member = getterMember(name, args.length);
  if (member !== undefined && isPlainObject(value)) {
    if (Object.hasOwn(value, member)) return readOwn(value, member);
    throw new EvaluationError(`an object has no member \`${member}\`, which \`${name}()\` reads`);
  }
  throw new EvaluationError(`${nameKind(value)} has no method \`${name}\` with ${args.length} arguments`);
}

type Call = (args: readonly unknown[], timeZone: string) => unknown;

function findMethod(value: unknown, key: string): Call | undefined {
  if (typeof value === 'string')
    return bind(TEXT_METHODS, value, key) ?? bind(DATE_METHODS, value, key) ?? ofAny(value, key);
  if (typeof value === 'number') return bind(NUMBER_METHODS, value, key) ?? ofAny(value, key);
  if (typeof value === 'boolean') return bind(BOOLEAN_METHODS, value, key) ?? ofAny(value, key);
  if (Array.isArray(value)) return bind(LIST_METHODS, value, key) ?? ofAny(value, key);
  return (isPlainObject(value) ? bind(OBJECT_METHODS, value, key) : undefined) ?? ofAny(value, key);
}

function bind<Value>(table: Methods<Value>, value: Value, key: string): Call | undefined {
  const method = table.get(key);
  return method && ((args, timeZone) => method(value, args, timeZone));
}

function ofAny(value: unknown, key: string): Call | undefined {
  return bind(ANY_METHODS, value, key);
}
