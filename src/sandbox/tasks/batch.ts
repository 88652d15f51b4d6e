/** Batch approval: no batch interface exists; each task gets a button callback (spec, Events, Button callback). */
import { randomUUID } from 'node:crypto';
import { InputError } from '../../errors.ts';
import type { CenterState, CenterTask } from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { findButtons, type ListedTask, listPending } from './lists.ts';
import { type Caller, findNamed, type PressResult, pressButton } from './press.ts';

/** The same button of several tasks. */
export interface BatchRequest {
  /** The account that presses. */
  readonly account: string;
  /** Opinion for each of the tasks. Default: empty. */
  readonly opinions?: string;
  /** Key or label of the button, as in a press; may be omitted when every task has one batch button. */
  readonly action?: string;
  /**
   * The uuid of all calls, if the switch batchUuid is `one-for-all`: for a batch that is made in several requests.
   * Otherwise each call has its own. Default: random.
   */
  readonly uuid?: string;
}

/** The result of pressing the button of one task. */
export interface BatchResult extends PressResult {
  /** The id of the task. */
  readonly taskId: string;
}

/** The tasks that an account may choose for a batch: pending tasks with batch buttons, with these buttons only. */
export function listBatchable(center: CenterState, account: string): ListedTask[] {
  return listPending(center, account).flatMap((task) => {
    const buttons = task.buttons.filter(isForBatch);
    return buttons.length === 0 ? [] : [{ ...task, buttons }];
  });
}

/**
 * Presses one button of each task, one call after the other in the given order.
 * @throws {InputError} `ERR_INPUT_INVALID`: a task is not available, or its button is ambiguous; nothing was called
 */
export async function pressBatch(
  caller: Caller,
  taskIds: readonly string[],
  batch: BatchRequest,
): Promise<BatchResult[]> {
  const { account, opinions, uuid: given = randomUUID() } = batch;
  const chosen = [...new Set(taskIds)].map((taskId) => ({ taskId, button: choose(caller.center, taskId, batch) }));
  const problems = chosen.flatMap(({ button }) => (typeof button === 'string' ? [button] : []));
  if (problems.length > 0) throw new InputError('ERR_INPUT_INVALID', problems.join('; '));
  const shared = caller.center.switches.batchUuid === 'one-for-all' ? given : undefined;
  const results: BatchResult[] = [];
  for (const { taskId, button } of chosen) {
    if (typeof button === 'string') continue;
    const press = { account, action: button.name, ...(opinions === undefined ? {} : { opinions }) };
    const uuid = shared ?? randomUUID();
    results.push({ taskId, ...(await pressButton(caller, taskId, { ...press, uuid }, button)) });
  }
  return results;
}

/** The button of a task for the batch, or why there is none. */
function choose(center: CenterState, taskId: string, { account, action }: BatchRequest): CenterButton | string {
  const task: CenterTask | undefined = center.tasks.get(taskId);
  if (task === undefined) return `the center has no task ${taskId}`;
  const offered = findButtons(center, task, account)
    .filter(({ list, button }) => list === 'pending' && isForBatch(button))
    .map(({ button }) => button);
  if (offered.length === 0) return `task ${taskId} is not available for a batch: ${account} has no batch button on it`;
  try {
    return findNamed(offered, action, { taskId, account });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Previous actions do not support batches, and a page cannot be called. */
function isForBatch(button: CenterButton): boolean {
  return button.allowMerge === 1 && !button.isPrevious && button.opens === 'api';
}
