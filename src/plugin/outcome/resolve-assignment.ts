import { StepError } from '../../errors.ts';
import type { TaskToAssign } from '../../host/host.ts';
import type { Expression, Scope } from '../../model/expressions/expression.ts';
import { expressionNames, missingNames } from '../../model/expressions/expression-analysis.ts';
import { copyPlain } from '../../model/expressions/plain-data.ts';
import type { AssignmentSource, UserTaskNode } from '../../model/nodes/task-node.ts';
import { splitNames } from '../../protocol/split-names.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import { kindOf } from '../variables/conditions.ts';
import { remedyForUnset } from '../variables/remedy-for-unset.ts';

export interface Assignment {
  readonly handlers: readonly string[];
  readonly handlingGroups: readonly string[];
}

/** The node of a new task, and the host's settings for tasks that name nobody. */
export interface AssignmentContext {
  readonly processId: string;
  readonly instance: InstanceInfo;
  readonly settings: Pick<RunSettings, 'assign' | 'defaultAssignment'>;
}

/**
 * Who handles a task: the first source of the node that names somebody, then the host's `assign`, then its defaults.
 * A variable with an empty value names nobody. A variable that was never set is an error, and no other source is tried.
 * @throws {StepError} `ERR_NO_HANDLER`: all were empty, or a variable was never set, so set the variables they read and
 * try again; or `assign` threw or returned something that names nobody
 */
export function resolveAssignment(node: UserTaskNode, scope: Scope, context: AssignmentContext): Assignment {
  const { defaultAssignment } = context.settings;
  const found =
    resolveSources(node, node.assignment, scope) ??
    askHost(node, scope, context) ??
    resolveSources(node, defaultAssignment ? [defaultAssignment] : [], scope);
  if (found) return found;
  const sources = [
    ...node.assignment.map(({ from }) => from),
    ...(context.settings.assign ? ['assign'] : []),
    ...(defaultAssignment ? [defaultAssignment.from] : []),
  ];
  throw nobody(
    node.nodeId,
    sources.length === 0
      ? 'neither the diagram nor the options name anybody. Set defaults.handlers, defaults.handlingGroup or assign'
      : (explainElement(node, scope) ??
          `${sources.join(', ')} gave no account and no group. Set the variables they read and try again`),
    { sources },
  );
}

/** The list of a multi-instance has an element that is no account. It is kept once the first task is created. */
function explainElement({ multiInstance, assignment }: UserTaskNode, scope: Scope): string | undefined {
  const { collection, elementVariable = '', countsFrom = 0 } = multiInstance ?? {};
  const reads = assignment.flatMap(({ expressions }) => expressions.flatMap((each) => [...expressionNames(each)]));
  if (collection === undefined || !reads.includes(elementVariable)) return undefined;
  const position = Number(scope.loopCounter) - countsFrom + 1;
  const kind = scope[elementVariable] === '' ? 'an empty text' : kindOf(scope[elementVariable]);
  return `element ${position} of ${collection.text} is ${kind}, which names no account. Correct the list, or set defaults.handlers or assign for such an element, and try again`;
}

/**
 * The signer of one part of a shared task.
 * @throws {StepError} `ERR_NO_HANDLER`: nobody, or a group; a part of a shared task needs an account
 */
export function resolveSigners(node: UserTaskNode, scope: Scope, context: AssignmentContext): Assignment {
  const assignment = resolveAssignment(node, scope, context);
  if (assignment.handlers.length > 0) return assignment;
  throw new StepError(
    'ERR_NO_HANDLER',
    `${node.nodeId} is one task for all its signers, and one of them is a group. Name accounts, or remove ttc:countersign.`,
    { details: { nodeId: node.nodeId } },
  );
}

/** The accounts or groups in a value: a text separated by commas, or a list. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' ? splitNames(value) : [];
}

function resolveSources(
  { nodeId }: UserTaskNode,
  sources: readonly AssignmentSource[],
  scope: Scope,
): Assignment | undefined {
  for (const { kind, from, expressions } of sources) {
    const found = assignmentOf(
      kind,
      expressions.flatMap((expression) => readNames(expression, scope, nodeId, from)),
    );
    if (found) return found;
  }
  return undefined;
}

function readNames(expression: Expression, scope: Scope, nodeId: string, from: string): readonly string[] {
  const names = namesOf(expression.evaluate(scope));
  const missing = missingNames(expression, scope, names.length === 0);
  if (missing.length === 0) return names;
  const were = missing.length === 1 ? 'was' : 'were';
  throw nobody(
    nodeId,
    `${missing.join(', ')} ${were} never set, and ${from}, ${expression.text}, reads it. ${remedyForUnset(scope)}, and try again`,
    { sources: [from], variables: missing },
  );
}

function assignmentOf(kind: AssignmentSource['kind'], given: readonly string[]): Assignment | undefined {
  const names = [...new Set(given)];
  if (names.length === 0) return undefined;
  return kind === 'handlers' ? { handlers: names, handlingGroups: [] } : { handlers: [], handlingGroups: names };
}

function askHost(
  { nodeId, nodeName }: UserTaskNode,
  scope: Scope,
  { processId, instance, settings }: AssignmentContext,
): Assignment | undefined {
  if (!settings.assign) return undefined;
  const { instanceId, businessKey, initiator } = instance;
  const task: TaskToAssign = deepFreeze({
    processId,
    instanceId,
    nodeId,
    nodeName,
    businessKey,
    initiator,
    variables: copyPlain(scope) as TaskToAssign['variables'],
  });
  let answer: unknown;
  try {
    answer = settings.assign(task);
  } catch (cause) {
    throw nobody(nodeId, 'the function assign threw. Correct it and try again', { cause });
  }
  return readAnswer(nodeId, answer);
}

function readAnswer(nodeId: string, answer: unknown): Assignment | undefined {
  if (answer === undefined) return undefined;
  const [entry, ...others] = typeof answer === 'object' && answer !== null ? Object.entries(answer) : [];
  const [kind, names] = entry ?? [];
  if (others.length === 0 && (kind === 'handlers' || kind === 'handlingGroup') && isNames(names)) {
    return assignmentOf(kind, namesOf(names));
  }
  throw nobody(
    nodeId,
    answer instanceof Promise
      ? 'the function assign gave a promise, and no step waits for one. Answer at once'
      : 'the function assign gave neither { handlers } nor { handlingGroup } with a text or a list of texts. Correct it',
  );
}

function isNames(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((name) => typeof name === 'string'));
}

function nobody(
  nodeId: string,
  why: string,
  {
    cause,
    ...details
  }: { readonly sources?: readonly string[]; readonly variables?: readonly string[]; readonly cause?: unknown } = {},
): StepError {
  return new StepError('ERR_NO_HANDLER', `Nobody handles ${nodeId}: ${why}.`, {
    details: { nodeId, ...details },
    ...(cause === undefined ? {} : { cause }),
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
