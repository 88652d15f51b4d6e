import { DEFAULT_LIMITS } from '../../../config/limits.ts';
import { StepError } from '../../../errors.ts';
import { contextOf, type EvaluationContext } from '../../../model/expressions/evaluation-context.ts';
import type { Expression, Scope } from '../../../model/expressions/expression.ts';
import { missingNames } from '../../../model/expressions/expression-analysis.ts';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import { remedyForUnset } from '../../variables/remedy-for-unset.ts';

/** How often a multi-instance runs, and over what: read once, when it begins, and kept until it is over. */
export interface MultiInstanceSize {
  readonly instances: number;
  /** One element for each iteration; null: there is only a number. */
  readonly elements: readonly unknown[] | null;
  /** The iterations that people have added: with which task, which was closed, and who did; null: the host. */
  readonly added?: Readonly<Record<number, AddedIteration>> | undefined;
}

export interface AddedIteration {
  readonly taskId: string;
  readonly by: string | null;
}

/**
 * The size of a multi-instance that begins.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: its collection is not a list, or its cardinality is not a whole number of at least 0;
 * or there are more instances than `limits.multiInstance`.
 * `ERR_NO_HANDLER`: votes decide what follows, but there is nobody to vote
 */
export function readSize(multiInstance: MultiInstance, nodeId: string, scope: Scope): MultiInstanceSize {
  const elements = multiInstance.collection ? resolveCollection(multiInstance, nodeId, scope) : null;
  const instances = multiInstance.cardinality
    ? resolveCardinality(multiInstance, nodeId, scope)
    : (elements?.length ?? 0);
  requireFew(instances, nodeId, contextOf(scope) ?? {});
  if (instances === 0 && multiInstance.votes) throw nobodyVotes(multiInstance, nodeId);
  return { instances, elements };
}

/** Each instance is a task, a job or a scope in the snapshot. */
function requireFew(instances: number, nodeId: string, { maxInstances = DEFAULT_LIMITS.multiInstance }: Limit): void {
  if (instances <= maxInstances) return;
  throw new StepError(
    'ERR_EXPRESSION_FAILED',
    `The multi-instance ${nodeId} would have ${instances} instances; at most ${maxInstances} are allowed. Correct the ` +
      'variable that its number is read from, or raise the option limits.multiInstance.',
    { details: { elementId: nodeId } },
  );
}

type Limit = Pick<EvaluationContext, 'maxInstances'>;

/** Zero iterations end at once (BPMN 2.0.2, 10.3.8). But without a vote there is neither an approval nor a rejection. */
function nobodyVotes({ collection, cardinality, votes }: MultiInstance, nodeId: string): StepError {
  const from = (cardinality ?? collection)?.text ?? '';
  return new StepError(
    'ERR_NO_HANDLER',
    `Nobody votes at ${nodeId}: ${from} is ${cardinality ? '0' : 'empty'}, and the votes decide gateway ${votes?.gatewayId}. ` +
      'Set the variables that it reads, or add a gateway that bypasses the task if there is nobody.',
    { details: { elementId: nodeId } },
  );
}

function resolveCollection(
  { collection, collectionByName }: MultiInstance,
  nodeId: string,
  scope: Scope,
): readonly unknown[] {
  const value = collection?.evaluate(scope);
  if (Array.isArray(value)) return value;
  const named = collectionByName && typeof value === 'string' ? ownValue(scope, value) : undefined;
  if (Array.isArray(named)) return named;
  const missing = missingFrom(collection, value, scope);
  throw refuse(`The collection of ${nodeId}, ${collection?.text}, is not a list`, missing, scope);
}

function ownValue(scope: Scope, name: string): unknown {
  return Object.hasOwn(scope, name) ? scope[name] : undefined;
}

function resolveCardinality({ cardinality }: MultiInstance, nodeId: string, scope: Scope): number {
  const given = cardinality?.evaluate(scope);
  // `Number` converts an empty text, an empty list and false to 0: nobody would get a task.
  const isWritten = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
  const value = isWritten ? Number(given) : Number.NaN;
  if (Number.isInteger(value) && value >= 0) return value;
  const missing = missingFrom(cardinality, given, scope);
  throw refuse(`The cardinality of ${nodeId}, ${cardinality?.text}, is not a whole number from 0`, missing, scope);
}

/** The variables that were never set, if an expression has no result for that reason. */
function missingFrom(expression: Expression | undefined, value: unknown, scope: Scope): readonly string[] {
  return expression === undefined ? [] : missingNames(expression, scope, value === undefined || value === null);
}

function refuse(reason: string, missing: readonly string[], scope: Scope): StepError {
  const were = missing.length === 1 ? 'was' : 'were';
  const cause = missing.length === 0 ? '' : `: ${missing.join(', ')} ${were} never set. ${remedyForUnset(scope)}`;
  return new StepError('ERR_EXPRESSION_FAILED', `${reason}${cause}.`);
}
