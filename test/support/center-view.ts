import type { Directory, Sandbox } from '../../src/sandbox/index.ts';
import { DEFAULT_DIRECTORY } from './inner/sandbox.ts';

/** A report as it arrived. */
export interface SeenReport {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next?: readonly { readonly taskId: string; readonly nodeId: string }[];
}

/** What the center saw and shows, in few words. */
export interface CenterView {
  /** Every report that arrived, in order, repeats included. */
  items(): SeenReport[];
  /** The same as `a next b,c`, by node ids; `start` for what hangs on the start. */
  reports(): string[];
  /** All pending tasks of all accounts, as `account:nodeId`. */
  pending(): string[];
  /** The pending task of an account at a node. */
  taskOf(account: string, nodeId: string): string;
}

export function createCenterView(sandbox: Sandbox, { accounts }: Directory = DEFAULT_DIRECTORY): CenterView {
  const nodeOf = (taskId: string) => sandbox.task(taskId)?.nodeId ?? taskId.replace(/^.*\./, '');
  const view: CenterView = {
    items: () =>
      sandbox.traffic
        .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
        .flatMap(({ body }) => body as SeenReport[]),
    reports: () =>
      view
        .items()
        .map(({ previousTaskId, status, next }) =>
          [nodeOf(previousTaskId), status, ...(next ? [next.map(({ nodeId }) => nodeId).join(',')] : [])].join(' '),
        ),
    pending: () =>
      accounts.flatMap(({ account }) => sandbox.pending(account).map(({ nodeId }) => `${account}:${nodeId}`)),
    taskOf(account, nodeId) {
      const task = sandbox.pending(account).find((each) => each.nodeId === nodeId);
      if (!task) throw new Error(`${account} has no pending ${nodeId}; pending: ${view.pending().join(' ')}`);
      return task.taskId;
    },
  };
  return view;
}
