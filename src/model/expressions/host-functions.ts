import { EvaluationError } from './expression-errors.ts';
import { copyPlain } from './plain-data.ts';

/**
 * A function of the host that expressions can call. Arguments and result are plain JSON. It must be pure, synchronous and
 * fast: a repeated step calls it again, and promises are not awaited.
 */
export type ExpressionFunction = (...args: never[]) => unknown;

/** Functions by the name that diagrams use: `name` or `bean.method`. */
export type HostFunctions = ReadonlyMap<string, ExpressionFunction>;

/** Calls a function with copies of the arguments. @throws {EvaluationError} it is missing, threw, or returned no plain JSON */
export function callHostFunction(
  name: string,
  args: readonly unknown[],
  functions: HostFunctions | undefined,
): unknown {
  const called = functions?.get(name) as ((...values: unknown[]) => unknown) | undefined;
  if (called === undefined) {
    throw new EvaluationError(`the host has no function \`${name}\`: pass it in expressions.functions`);
  }
  let result: unknown;
  try {
    result = called(...args.map(copyPlain));
  } catch (error) {
    // The message of the error may contain values: it is for operators alone.
    const kind = error instanceof Error ? error.name : typeof error;
    throw new EvaluationError(`the function \`${name}\` of the host threw (${kind})`, error);
  }
  return readResult(name, result);
}

function readResult(name: string, result: unknown): unknown {
  if (result === undefined || result === null) return null;
  if (typeof result === 'object' && 'then' in result) {
    // Otherwise an unhandled rejection would end the Node process.
    Promise.resolve(result).catch(() => undefined);
    throw new EvaluationError(`the function \`${name}\` of the host returned a promise, and expressions do not wait`);
  }
  const text = toJson(result);
  if (text === undefined)
    throw new EvaluationError(`the function \`${name}\` of the host returned a value that is not JSON`);
  return JSON.parse(text) as unknown;
}

function toJson(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
