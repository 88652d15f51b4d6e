import type { Scope } from '../../model/expressions/expression.ts';
import { collectMapped, type MappedValue } from '../../model/mapped-values.ts';
import type { UserTaskNode } from '../../model/nodes/task-node.ts';
import { evaluateMappings } from '../apply/jobs/job-result.ts';
import { tokenOf } from '../state/execution-id.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Wait } from '../tokens/waits.ts';
import { type Variables, variablesAt } from './called-variables.ts';
import { computeFormDefaults } from './form-defaults.ts';

/** The scope of expressions of a user task: the variables and its own inputs. */
export function taskScope(run: InstanceRun, node: UserTaskNode, wait: Wait): Scope {
  const scope = run.scopeAtToken(wait.token);
  return { ...scope, ...taskInputsOf(run, node, wait, scope) };
}

/**
 * The inputs of a task, as they were when the task was created, because its handlers decide on what they were shown.
 * @param scope the scope of the input mappings
 */
export function taskInputsOf(run: InstanceRun, { inputs }: UserTaskNode, wait: Wait, scope: Scope): Variables {
  return run.taskInputs[wait.executionId] ?? (inputs === undefined ? {} : evaluateMappings(inputs, scope));
}

/**
 * Evaluates and stores the inputs of a task that is about to be created.
 * @param fromScripts results of the input mappings that are scripts
 */
export function keepTaskInputs(
  run: InstanceRun,
  node: UserTaskNode,
  wait: Wait,
  fromScripts?: readonly MappedValue[],
): void {
  if (node.inputs === undefined && fromScripts === undefined) return;
  const given = taskInputsOf(run, node, wait, run.scopeAtToken(wait.token));
  run.taskInputs[wait.executionId] = { ...given, ...collectMapped(fromScripts ?? [], given) };
}

/**
 * Computes the variables that handling a task sets in addition to those of the press: the defaults of its form, renamed
 * values of the press, then its output mappings, which see all of these.
 * @param given variables of the press; they take precedence over inputs of the same name
 */
export function computeHandled(run: InstanceRun, node: UserTaskNode, wait: Wait, given: Variables): Variables {
  const { nodeId, formDefaults, outputs } = node;
  const scope = { ...taskScope(run, node, wait), ...given };
  const defaults = formDefaults === undefined ? {} : computeFormDefaults(formDefaults, nodeId, scope);
  const mapped =
    outputs === undefined ? {} : evaluateMappings(outputs, { ...scope, ...defaults }, variablesAt(run, wait.scopeId));
  return { ...defaults, ...renameResults(node, given), ...mapped };
}

/** Values of a press that the task stores in variables with other names. */
export function renameResults({ results = [] }: Pick<UserTaskNode, 'results'>, given: Variables): Variables {
  const renamed = results.flatMap(({ name, variable }) =>
    Object.hasOwn(given, name) && !Object.hasOwn(given, variable) ? [[variable, given[name]] as const] : [],
  );
  return Object.fromEntries(renamed);
}

/** The scope of expressions at an open task; for a shared task, at the first of its tokens. */
export function scopeOfTask(run: InstanceRun, taskId: string): Scope {
  const [waiting] = [...run.openTasks].find(([, task]) => task.taskId === taskId) ?? [];
  const token = waiting === undefined ? undefined : tokenOf(waiting);
  return token === undefined || !run.net.marking.isAlive(token) ? run.scope : run.scopeAtToken(token);
}
