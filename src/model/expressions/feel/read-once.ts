import type { FeelFunction } from 'feelin';
import type { Scope } from '../expression.ts';
import { copyPlain, isPlainObject, readOwn } from '../plain-data.ts';
import { evaluateFeel } from './evaluate-feel.ts';
import { ADDED_FUNCTIONS } from './feel-functions.ts';

/**
 * Evaluates an expression.
 * @param required of a condition, the paths that need a value
 * @returns undefined if its text must be read again, with the variables
 */
export type ReadOnce = (scope: Scope, required?: Iterable<readonly string[]>) => readonly [value: unknown] | undefined;

interface CalledNames {
  readonly calls: ReadonlySet<string>;
  functionsIn(scope: Scope): Readonly<Record<string, unknown>>;
}

/** The text alone tells where such a name ends; `a.b-c` may be one name or two, which the variables decide. */
const SIMPLE_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Reading a longer text once more, with its names as parameters, may take long. */
const MAX_CHARACTERS = 1_000;

/**
 * Reads the text once, at the first evaluation, as the body of a FEEL function: feelin reads it at each evaluation, which
 * takes ten times as long as the rest. The value is the same if all names are simple. What feelin warns of is not known,
 * so a condition also needs a value for each variable, and for each path that it requires.
 * @param text must not read the clock
 * @param names the variables of the text
 * @param calls the functions of the host that the text calls
 * @param functionsIn returns these functions, by name
 * @returns undefined if a name is not simple, or the text is long
 */
export function readOnce(
  text: string,
  { names, calls, functionsIn }: CalledNames & { readonly names: ReadonlySet<string> },
): ReadOnce | undefined {
  const parameters = [...names, ...calls];
  if (text.length > MAX_CHARACTERS || !parameters.every((name) => SIMPLE_NAME.test(name))) return undefined;
  let evaluateBody: ((values: readonly unknown[]) => unknown) | undefined;
  return (scope, required) => {
    const values = [...names].map((name) => copyPlain(readOwn(scope, name)));
    if (!values.every(hasSimpleNames)) return undefined;
    if (required && values.includes(null)) return undefined;
    for (const path of required ?? []) if (!hasValue(scope, path)) return undefined;
    evaluateBody ??= read(parameters, text);
    const functions = functionsIn(scope);
    return [evaluateBody([...values, ...[...calls].map((name) => functions[name])])];
  };
}

function read(parameters: readonly string[], text: string): (values: readonly unknown[]) => unknown {
  const { value: body, warnings } = evaluateFeel(`function(${parameters.join(', ')}) ${text}`, ADDED_FUNCTIONS);
  return (values) => {
    const value: unknown = (body as FeelFunction).invoke(values);
    // feelin adds to this list at each evaluation.
    warnings.length = 0;
    return value;
  };
}

function hasSimpleNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasSimpleNames);
  if (!isPlainObject(value)) return true;
  return Object.entries(value).every(([name, member]) => SIMPLE_NAME.test(name) && hasSimpleNames(member));
}

/** Members of the elements of a list have no path. */
function hasValue(scope: Scope, path: readonly string[]): boolean {
  let value: unknown = scope;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    value = readOwn(value, name);
  }
  return value !== null;
}
