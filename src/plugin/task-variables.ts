import type { Scope } from '../model/expressions/expression.ts';
import { collectMapped } from '../model/mapped-values.ts';
import type { UserTaskNode } from '../model/process-model.ts';
import { type Variables, variablesAt } from './called-variables.ts';
import { computeFormDefaults } from './form-defaults.ts';
import type { InstanceRun } from './instance-run.ts';
import { evaluateMappings } from './job-result.ts';
import type { Wait } from './waits.ts';

/** What expressions of a user task see: the variables, and what its input mappings give to it alone. */
export function taskScope(run: InstanceRun, node: UserTaskNode, wait: Wait): Scope {
  const scope = run.scopeOf(wait.scope, wait.api.content);
  return { ...scope, ...taskInputsOf(run, node, wait, scope) };
}

/** What its input mappings give; those that are scripts, once they were run. @param scope what the others see */
export function taskInputsOf(run: InstanceRun, { inputs }: UserTaskNode, wait: Wait, scope: Scope): Variables {
  const given = inputs === undefined ? {} : evaluateMappings(inputs, scope);
  return { ...given, ...collectMapped(run.taskInputs[wait.executionId] ?? [], given) };
}

/**
 * Variables that are set when a task is handled, beside those of the press: the defaults of its form, then its output
 * mappings, which see all of them.
 * @param given what the press sets; it counts for more than inputs of the same name
 */
export function computeHandled(run: InstanceRun, node: UserTaskNode, wait: Wait, given: Variables): Variables {
  const { nodeId, formDefaults, outputs } = node;
  const scope = { ...taskScope(run, node, wait), ...given };
  const defaults = formDefaults === undefined ? {} : computeFormDefaults(formDefaults, nodeId, scope);
  const mapped =
    outputs === undefined ? {} : evaluateMappings(outputs, { ...scope, ...defaults }, variablesAt(run, wait.scope));
  return { ...defaults, ...mapped };
}
