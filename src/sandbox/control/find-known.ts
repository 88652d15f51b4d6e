/**
 * Finds what a call names. A name that the center does not have is refused: without that, a misspelled account would
 * look like an empty list.
 */
import type { SandboxApp } from '../setup/apps.ts';
import type { Account } from '../setup/directory.ts';
import type { CenterState, CenterTask, CenterTransaction } from '../state/center-state.ts';
import { ControlError } from './control-error.ts';

/** @throws {ControlError} `ERR_ACCOUNT_UNKNOWN` */
export function findAccount({ directory }: CenterState, account: string): Account {
  const found = directory.accounts.find((entry) => entry.account === account);
  if (found !== undefined) return found;
  const names = directory.accounts.map((entry) => entry.account).join(', ');
  throw new ControlError('ERR_ACCOUNT_UNKNOWN', `the directory has no account ${account}; it has ${names}`);
}

/** @throws {ControlError} `ERR_APP_UNKNOWN` */
export function findApp({ apps }: CenterState, appId: string): SandboxApp {
  const app = apps.find((each) => each.appId === appId);
  if (app !== undefined) return app;
  throw new ControlError('ERR_APP_UNKNOWN', `the center has no application ${appId}`);
}

/** @throws {ControlError} `ERR_TASK_UNKNOWN` */
export function findTask({ tasks }: CenterState, taskId: string): CenterTask {
  const task = tasks.get(taskId);
  if (task !== undefined) return task;
  throw new ControlError('ERR_TASK_UNKNOWN', `the center has no task ${taskId}`);
}

/** @throws {ControlError} `ERR_TRANSACTION_UNKNOWN` */
export function findTransaction({ transactions }: CenterState, transactionId: string): CenterTransaction {
  const transaction = transactions.get(transactionId);
  if (transaction !== undefined) return transaction;
  throw new ControlError('ERR_TRANSACTION_UNKNOWN', `the center has no transaction ${transactionId}`);
}
