/**
 * Validates one JSON object against a table of its fields. Problems have the form that the center uses: the parameter
 * followed by `is null` when something is missing (spec, Errors, Task handling), otherwise by `is invalid`. JSON null
 * and, in a required field, the empty string count as missing.
 */
export interface FieldRule {
  readonly required?: true;
  /** Returns the problems of a value that is not missing. */
  readonly check: FieldCheck;
}

export type FieldCheck = (value: unknown, path: string) => readonly string[];
export type RawObject = Readonly<Record<string, unknown>>;
export type UnknownFields = 'refuse' | 'ignore';

export function checkFields(
  raw: RawObject,
  rules: Readonly<Record<string, FieldRule>>,
  prefix: string,
  unknownFields: UnknownFields,
): string[] {
  const known = Object.entries(rules).flatMap(([name, rule]) => {
    const value = Object.hasOwn(raw, name) ? raw[name] : null;
    if (isMissing(value, rule.required === true)) return rule.required ? [`${prefix}${name} is null`] : [];
    return rule.check(value, `${prefix}${name}`);
  });
  if (unknownFields === 'ignore') return known;
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(rules, name) && raw[name] !== null);
  return [...known, ...unknown.map((name) => `${prefix}${name} is invalid: the interface has no such field`)];
}

function isMissing(value: unknown, isRequired: boolean): boolean {
  return value === null || value === undefined || (isRequired && value === '');
}

export function isObject(value: unknown): value is RawObject {
  return Object.prototype.toString.call(value) === '[object Object]';
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The same JSON value without fields that are null, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const filled = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(filled.map(([name, field]) => [name, withoutNulls(field)]));
}

/** A check of the type or form of a value; `wanted` completes "must be …". */
function must(wanted: string, holds: (value: unknown) => boolean): FieldCheck {
  return (value, path) => (holds(value) ? [] : [`${path} is invalid: must be ${wanted}`]);
}

export const text = must('a string', (value) => typeof value === 'string');
export const flag = must('true or false', (value) => typeof value === 'boolean');
export const zeroOrOne = must('0 or 1', (value) => value === 0 || value === 1);
/** The spec gives optType as integer in one table and as string in another, and says that descriptions vary. */
export const zeroOrOneOrText = must('0 or 1, as integer or string', (value) => [0, 1, '0', '1'].includes(value as 0));
export const count = must('an integer, not negative', (value) => Number.isSafeInteger(value) && Number(value) >= 0);

export function textThat(wanted: string, holds: (value: string) => boolean): FieldCheck {
  return must(wanted, (value) => typeof value === 'string' && holds(value));
}

export function oneOf(values: readonly unknown[]): FieldCheck {
  return must(`one of ${values.map(String).join(', ')}`, (value) => values.includes(value));
}

export function listOf(check: FieldCheck, most = Number.POSITIVE_INFINITY): FieldCheck {
  return (value, path) => {
    if (!Array.isArray(value)) return [`${path} is invalid: must be an array`];
    if (value.length > most) return [`${path} is invalid: must have at most ${most} entries`];
    return value.flatMap((entry, index) => check(entry, `${path}[${index}]`));
  };
}
