/** Batch approval: no batch interface is called, but the single one, once per task (spec, Events, Button callback). */
import { randomUUID } from 'node:crypto';
import { InputError } from '../../errors.ts';
import type { CenterTask, Ledger } from '../state/ledger.ts';
import type { CenterButton } from './center-button.ts';
import { findButtons, type ListedTask, listPending } from './lists.ts';
import { type Caller, named, type PressResult, pressButton } from './press.ts';

/** One button of each of several tasks, pressed at once. */
export interface BatchRequest {
  /** Who presses. */
  readonly account: string;
  /** Of who presses, for each of the tasks. Default: empty. */
  readonly opinions?: string;
  /** As in a press; may be left out where every task has one batch button. */
  readonly action?: string;
}

/** What became of the press of one task of a batch. */
export interface BatchResult extends PressResult {
  /** Which task it was. */
  readonly taskId: string;
}

/** What an account may choose for a batch: its pending tasks that have such buttons, with these alone. */
export function listBatchable(ledger: Ledger, account: string): ListedTask[] {
  return listPending(ledger, account).flatMap((task) => {
    const buttons = task.buttons.filter(isForBatch);
    return buttons.length === 0 ? [] : [{ ...task, buttons }];
  });
}

/**
 * Presses one button of each task, in their order, one call after the other.
 * @throws {InputError} `ERR_INPUT_INVALID`: a task cannot be chosen, or leaves open which button; nothing was called
 */
export async function pressBatch(
  caller: Caller,
  taskIds: readonly string[],
  batch: BatchRequest,
): Promise<BatchResult[]> {
  const { account, opinions } = batch;
  const chosen = [...new Set(taskIds)].map((taskId) => ({ taskId, button: choose(caller.ledger, taskId, batch) }));
  const problems = chosen.flatMap(({ button }) => (typeof button === 'string' ? [button] : []));
  if (problems.length > 0) throw new InputError('ERR_INPUT_INVALID', problems.join('; '));
  const shared = caller.ledger.switches.batchUuid === 'one-for-all' ? randomUUID() : undefined;
  const results: BatchResult[] = [];
  for (const { taskId, button } of chosen) {
    if (typeof button === 'string') continue;
    const press = { account, action: button.name, ...(opinions === undefined ? {} : { opinions }) };
    const uuid = shared ?? randomUUID();
    results.push({ taskId, ...(await pressButton(caller, taskId, { ...press, uuid }, button)) });
  }
  return results;
}

/** The button of a task that the batch presses, or why there is none. */
function choose(ledger: Ledger, taskId: string, { account, action }: BatchRequest): CenterButton | string {
  const task: CenterTask | undefined = ledger.tasks.get(taskId);
  if (task === undefined) return `the center has no task ${taskId}`;
  const offered = findButtons(ledger, task, account)
    .filter(({ list, button }) => list === 'pending' && isForBatch(button))
    .map(({ button }) => button);
  const found = action === undefined ? offered : named(offered, action);
  const [button] = found;
  if (button !== undefined && found.length === 1) return button;
  const names = offered.map(({ name }) => name).join(', ');
  if (names === '') return `task ${taskId} cannot be chosen: ${account} has no button for batches on it`;
  return `task ${taskId} leaves open which of its buttons for batches is meant: ${names}`;
}

/** Only actions support it, not previous actions, and a page cannot be called. */
function isForBatch(button: CenterButton): boolean {
  return button.allowMerge === 1 && !button.isPrevious && button.opens === 'api';
}
