import type { Scope } from '../model/expressions/expression.ts';
import type { UserTaskNode } from '../model/process-model.ts';
import { type Variables, variablesAt } from './called-variables.ts';
import { computeFormDefaults } from './form-defaults.ts';
import type { InstanceRun } from './instance-run.ts';
import { evaluateMappings } from './job-result.ts';
import type { Wait } from './waits.ts';

/** What expressions of a user task see: the variables, and what its input mappings give to it alone. */
export function taskScope(run: InstanceRun, { inputs }: UserTaskNode, wait: Wait): Scope {
  const scope = run.scopeOf(wait.scope, wait.api.content);
  return inputs === undefined ? scope : { ...scope, ...evaluateMappings(inputs, scope) };
}

/**
 * Variables that are set when a task is handled, beside those of the press: the defaults of its form, those that take
 * what the press gives under another name, then its output mappings, which see all of them.
 * @param given what the press sets; it counts for more than inputs of the same name
 */
export function computeHandled(run: InstanceRun, node: UserTaskNode, wait: Wait, given: Variables): Variables {
  const { nodeId, formDefaults, outputs, results = [] } = node;
  const scope = { ...taskScope(run, node, wait), ...given };
  const defaults = formDefaults === undefined ? {} : computeFormDefaults(formDefaults, nodeId, scope);
  const mapped =
    outputs === undefined ? {} : evaluateMappings(outputs, { ...scope, ...defaults }, variablesAt(run, wait.scope));
  const renamed = results.flatMap(({ name, variable }) =>
    Object.hasOwn(given, name) && !Object.hasOwn(given, variable) ? [[variable, given[name]] as const] : [],
  );
  return { ...defaults, ...Object.fromEntries(renamed), ...mapped };
}
