import type { Scope } from '../../../model/expressions/expression.ts';
import { expressionNames } from '../../../model/expressions/expression-analysis.ts';
import { isPlainObject } from '../../../model/expressions/plain-data.ts';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { AssignmentSource } from '../../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../../model/process-model.ts';
import { namesOf } from '../../outcome/resolve-assignment.ts';

/** The accounts that stand several times in the list of signers of a round that began. */
export interface RepeatedSigners {
  readonly nodeId: string;
  readonly accounts: readonly string[];
}

/** What names the signer of an element of the collection; undefined: the element is not its handler. */
export function signerSource(
  { userTasks }: ProcessModel,
  nodeId: string,
  { elementVariable = '' }: Partial<MultiInstance> = {},
): AssignmentSource | undefined {
  const readsElement = ({ kind, expressions }: AssignmentSource) =>
    kind === 'handlers' && expressions.some((each) => expressionNames(each).has(elementVariable));
  return userTasks.get(nodeId)?.assignment.find(readsElement);
}

/**
 * The single account that signs for each element; undefined for nobody, for several, and for an element that cannot be
 * evaluated, of which its own task tells. @param scope around the multi-instance
 */
export function signersOf(
  { expressions }: AssignmentSource,
  { elementVariable = '' }: MultiInstance,
  elements: readonly unknown[],
  scope: Scope,
): readonly (string | undefined)[] {
  return elements.map((element) => {
    try {
      const own = { ...scope, [elementVariable]: element };
      const [account, ...others] = new Set(expressions.flatMap((each) => namesOf(each.evaluate(own))));
      return others.length === 0 ? account : undefined;
    } catch {
      return undefined;
    }
  });
}

/** Whether an equal element stands before each. Compared as texts, because comparing each with all takes long. */
export function findRepeated(elements: readonly unknown[]): readonly boolean[] {
  const before = new Set<string | undefined>();
  return elements.map((element) => {
    const text: string | undefined = JSON.stringify(element, sortKeys);
    const isRepeated = before.has(text);
    before.add(text);
    return isRepeated;
  });
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
