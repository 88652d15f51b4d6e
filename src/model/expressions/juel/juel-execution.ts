import { contextOf } from '../evaluation-context.ts';
import type { Scope } from '../expression.ts';
import { EvaluationError, GrammarError } from '../expression-errors.ts';
import { copyPlain, readOwn } from '../plain-data.ts';

/** The names of the running instance in Java engines. */
export const EXECUTION_NAMES: ReadonlySet<string> = new Set(['execution', 'delegateExecution', 'task', 'delegateTask']);

type Read = (scope: Scope, args: readonly unknown[]) => unknown;

const variable: Read = (scope, [name]) => readOwn(scope, textOf(name));
const has: Read = (scope, [name]) => Object.hasOwn(scope, textOf(name));
const variables: Read = (scope) => copyPlain(Object.fromEntries(Object.entries(scope)));
const businessKey: Read = (scope) => instanceOf(scope).businessKey;
const instanceId: Read = (scope) => instanceOf(scope).instanceId;

/** Methods by name and number of arguments. */
const READS: ReadonlyMap<string, Read> = new Map([
  ['getVariable/1', variable],
  ['getVariableLocal/1', variable],
  ['hasVariable/1', has],
  ['hasVariableLocal/1', has],
  ['getVariables/0', variables],
  ['getVariableNames/0', (scope: Scope) => Object.keys(scope)],
  ['getProcessInstanceId/0', instanceId],
  ['getRootProcessInstanceId/0', instanceId],
  ['getProcessBusinessKey/0', businessKey],
  ['getProcessInstanceBusinessKey/0', businessKey],
  ['getBusinessKey/0', businessKey],
  // Tenants are not supported.
  ['getTenantId/0', () => null],
]);

/**
 * Looks up a method of `execution`.
 * @returns the key for {@link readExecution}; undefined if there is no such method, which may be a function of the host
 */
export function executionMethod(name: string, count: number): string | undefined {
  if (/^(set|remove)Variable/.test(name)) {
    throw new GrammarError(
      `\`${name}\` changes a variable, and an expression only reads; use the result of a service task`,
    );
  }
  const key = `${name}/${count}`;
  return READS.has(key) ? key : undefined;
}

/** `execution.businessKey` is `execution.getBusinessKey()`. */
export function executionProperty(name: string): string {
  const key = executionMethod(`get${name.charAt(0).toUpperCase()}${name.slice(1)}`, 0);
  if (key !== undefined) return key;
  const known = [...READS.keys()].flatMap((each) => /^get(.+)\/0$/.exec(each)?.[1] ?? []);
  const names = known.map((each) => `${each.charAt(0).toLowerCase()}${each.slice(1)}`);
  throw new GrammarError(`\`execution.${name}\` cannot be read, only ${names.join(', ')}`);
}

export function readExecution(key: string, scope: Scope, args: readonly unknown[]): unknown {
  return READS.get(key)?.(scope, args) ?? null;
}

/** The value of `execution` as an argument of a host function: plain data without methods. */
export function executionData(scope: Scope): unknown {
  const { instanceId: processInstanceId, businessKey: key } = instanceOf(scope);
  return { processInstanceId, businessKey: key, variables: variables(scope, []) };
}

function instanceOf(scope: Scope) {
  const instance = contextOf(scope)?.instance;
  if (instance === undefined) throw new EvaluationError('there is no running instance here');
  return instance;
}

function textOf(name: unknown): string {
  if (typeof name === 'string') return name;
  throw new EvaluationError('the name of a variable is not a text');
}
