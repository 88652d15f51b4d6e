import type { Expression } from '../expressions/expression.ts';
import { calledFunctions } from '../expressions/expression-analysis.ts';
import { expandNames } from '../expressions/text-names.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { ModelOptions } from '../model-options.ts';
import type { ExpressionReader } from './expression-reader.ts';
import type { Routing } from './read-routing.ts';

/** What reading a node needs besides the node. */
export interface Reading {
  readonly expressions: ExpressionReader;
  readonly options: ModelOptions;
  readonly unresolved: readonly UnresolvedReference[];
  readonly routings: ReadonlyMap<string, Routing>;
}

/** Whether the host has all functions that an expression calls. */
export function callsOnly(expression: Expression, functions: ModelOptions['functions']): boolean {
  return [...calledFunctions(expression)].every((name) => functions?.has(name) === true);
}

/** Whether a name contains `${…}`. A name that begins with `=` is plain text. */
export function containsExpression(name: string): boolean {
  return /[$#]\{/.test(expandNames(name)) && !name.startsWith('=');
}

/** Letters of any script, as in expressions. */
const VARIABLE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Whether the whole text is a valid variable name. */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text);
}
