import type { Scope } from '../../model/expressions/expression.ts';
import { collectMapped, type MappedValue } from '../../model/mapped-values.ts';
import type { UserTaskNode } from '../../model/process-model.ts';
import { evaluateMappings } from '../apply/job-result.ts';
import type { Wait } from '../engine/waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { type Variables, variablesAt } from './called-variables.ts';
import { computeFormDefaults } from './form-defaults.ts';

/** What expressions of a user task see: the variables, and what its input mappings give to it alone. */
export function taskScope(run: InstanceRun, node: UserTaskNode, wait: Wait): Scope {
  const scope = run.scopeOf(wait.scope, wait.api.content);
  return { ...scope, ...taskInputsOf(run, node, wait, scope) };
}

/**
 * What its input mappings give, as they were when the task was opened: its handlers decide over what they were shown.
 * @param scope what the mappings see
 */
export function taskInputsOf(run: InstanceRun, { inputs }: UserTaskNode, wait: Wait, scope: Scope): Variables {
  return run.taskInputs[wait.executionId] ?? (inputs === undefined ? {} : evaluateMappings(inputs, scope));
}

/**
 * Keeps what the input mappings of a task give that is about to be opened.
 * @param fromScripts what those that are scripts gave
 */
export function keepTaskInputs(
  run: InstanceRun,
  node: UserTaskNode,
  wait: Wait,
  fromScripts?: readonly MappedValue[],
): void {
  if (node.inputs === undefined && fromScripts === undefined) return;
  const given = taskInputsOf(run, node, wait, run.scopeOf(wait.scope, wait.api.content));
  run.taskInputs[wait.executionId] = { ...given, ...collectMapped(fromScripts ?? [], given) };
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
