import { StepError } from '../../../errors.ts';
import { addElements } from '../add-elements.ts';
import type { EngineActivity, EngineScope } from '../engine-internals.ts';
import { copyIdOf, copyNumberOf, nodeIdOf } from './copy-id.ts';
import { copySourceOf, type ScopeContext } from './scope-context.ts';

/** Limit of tokens in one node that detects endless loops. */
const MAX_COPIES = 1_000;

/**
 * Returns the activity itself if it is idle, else its first idle copy; adds a copy to the engine if there is none.
 * @throws {StepError} `ERR_STEP_FAILED`: more than `MAX_COPIES` tokens are in the node
 */
export function requireIdle(scope: EngineScope, activity: EngineActivity): EngineActivity {
  const idle = findIdle(scope, activity);
  if (idle) return idle;
  const nodeId = nodeIdOf(activity.id);
  throw new StepError(
    'ERR_STEP_FAILED',
    `More than ${MAX_COPIES} tokens are at ${nodeId} at once: the process contains an endless loop.`,
    { details: { nodeId } },
  );
}

/** Like `requireIdle`; undefined if there are too many tokens. */
export function findIdle(scope: EngineScope, activity: EngineActivity): EngineActivity | undefined {
  if (!activity.status) return activity;
  const nodeId = nodeIdOf(activity.id);
  const byNumber = new Map(
    scope
      .getActivities()
      .filter(({ id, placeholder }) => !placeholder && nodeIdOf(id) === nodeId)
      .map((each) => [copyNumberOf(each.id) ?? 1, each]),
  );
  for (let number = 2; number <= MAX_COPIES; number += 1) {
    // Always the lowest number: a recovered engine has fewer idle copies, but must choose the same one.
    const copy = byNumber.get(number);
    if (!copy) return addCopy(scope, nodeId, number);
    if (!copy.status) return copy;
  }
  return undefined;
}

function addCopy(scope: EngineScope, nodeId: string, number: number): EngineActivity {
  const { id, context } = scope as unknown as { readonly id: string; readonly context: ScopeContext };
  copySourceOf(context, id).addCopy(nodeId, number);
  const copy = addElements(scope).find((activity) => activity.id === copyIdOf(nodeId, number));
  if (!copy) throw new TypeError(`The scope ${id} has no activity ${nodeId}.`);
  return copy;
}
