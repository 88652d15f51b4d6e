import { type CenterState, type CenterTransaction, isOpen } from '../state/center-state.ts';

/**
 * How a transaction stands. `terminated` and `revoked`: somebody ended it in the center, or its last task was
 * terminated. `recalled`: its last task was taken back. `suspended`: all its open tasks are; `partlySuspended`: some are. `running`
 * also while the next tasks are still to be reported.
 */
export type TransactionState =
  | 'running'
  | 'suspended'
  | 'partlySuspended'
  | 'concluded'
  | 'terminated'
  | 'revoked'
  | 'recalled';

export function transactionStateOf(
  { tasks }: Pick<CenterState, 'tasks'>,
  { taskIds, conclusions, ended }: CenterTransaction,
): TransactionState {
  if (ended !== undefined) return ended.by === 'REVOKE' ? 'revoked' : 'terminated';
  if (conclusions.length > 0) return 'concluded';
  const own = taskIds.flatMap((taskId) => tasks.get(taskId) ?? []);
  const open = own.filter(isOpen);
  const resting = open.filter(({ state }) => state === 'suspended').length;
  if (resting > 0) return resting === open.length ? 'suspended' : 'partlySuspended';
  if (open.length > 0) return 'running';
  const last = own.at(-1)?.state;
  return last === 'terminated' || last === 'recalled' ? last : 'running';
}
