import type { Report, TaskView } from '../../../../src/index.ts';
import type { StepResult } from '../../../support/inner/plugin.ts';
import { DEFAULT_DIRECTORY } from '../../../support/inner/sandbox.ts';
import { type PendingEntry, tidyReport } from './story-line.ts';

type Changes = StepResult['changes'];

/** A task as the instance has it. */
interface KnownTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly state: 'open' | 'handled' | 'gone';
  readonly task: Pick<TaskView, 'panel' | 'handlers' | 'handlingGroups'>;
  /** Accounts that have signed a shared task. */
  readonly signedBy: readonly string[];
}

/** A task as the center has it. */
interface ListedTask {
  readonly taskId: string;
  readonly accounts: readonly string[];
  readonly isSystem: boolean;
}

/**
 * A center that only has lists: a task is in those of its handlers until a report other than `none` names it. It says so
 * where a report is wrong as such: a task that is announced twice or never, closed twice, or told of again as if it were new.
 */
export function createStepCenter() {
  const known = new Map<string, KnownTask>();
  const listed = new Map<string, ListedTask>();
  const reported = new Set<string>();
  const lateEnds: string[] = [];

  const nodeOf = (taskId: string) => known.get(taskId)?.nodeId ?? taskId.replace(/^.*\./, '');

  function receive(report: Report): string {
    const { previousTaskId, status, handlerName, next = [] } = report.item;
    const isContinued = report.kind.endsWith('continuation');
    const isLate = reported.has(previousTaskId);
    const fault = isContinued === isLate ? '' : ` (as ${report.kind})`;
    if (isLate && status === 'end') lateEnds.push(`${nodeOf(previousTaskId)} was reported before its end`);
    reported.add(previousTaskId);
    if (status !== 'none') listed.delete(previousTaskId);
    for (const { taskId = '', handlers, handlingGroup } of next) {
      const groups = DEFAULT_DIRECTORY.groups.filter(({ id }) => namesIn(handlingGroup).includes(id));
      const accounts = [...namesIn(handlers), ...groups.flatMap(({ members }) => members)];
      listed.set(taskId, { taskId, accounts: [...new Set(accounts)], isSystem: report.createsSystemTask === taskId });
    }
    const created = next.length === 0 ? '' : ` → ${next.map(({ nodeId }) => nodeId).join(', ')}`;
    const bySystem = handlerName === 'System' ? ' (system)' : '';
    return tidyReport(`${nodeOf(previousTaskId)} ${status}${bySystem}${fault}${created}`);
  }

  function markOf(taskId: string): PendingEntry['mark'] {
    const { state } = known.get(taskId) ?? { state: 'open' };
    if (state === 'handled') return reported.has(taskId) ? 'told' : 'held';
    if (state === 'gone') return reported.has(taskId) ? 'gone' : 'waits';
    return 'open';
  }

  return {
    /** Takes over what a step changed. @returns the reports in words, and what a right step never shows */
    note({ created, signed, handled, gone, reports }: Changes): string[] {
      const faults: string[] = [];
      const announced = reports.flatMap(({ item }) => (item.next ?? []).map(({ taskId }) => taskId));
      for (const { taskId, nodeId, panel = null, handlers, handlingGroups } of created) {
        known.set(taskId, { taskId, nodeId, state: 'open', task: { panel, handlers, handlingGroups }, signedBy: [] });
        const times = announced.filter((id) => id === taskId).length;
        if (times !== 1) faults.push(`${nodeId} was announced ${times} times`);
      }
      for (const { taskId, signedBy } of signed) change(taskId, { signedBy });
      for (const [state, tasks] of Object.entries({ handled, gone })) {
        for (const { taskId, nodeId, ...task } of tasks) {
          if (known.get(taskId)?.state !== 'open') faults.push(`${nodeId} was closed already`);
          const isGone = state === 'gone' || task.panel === 'recalled';
          change(taskId, { state: isGone ? 'gone' : 'handled' });
        }
      }
      return [...reports.map(receive), ...faults];
    },
    /** What is wrong with what an instance shows while it has system tasks. */
    judgeSystemTasks({ instanceId, ended }: { readonly instanceId: string; readonly ended: boolean }): string[] {
      const shown = [...listed.values()].filter(({ taskId }) => taskId.startsWith(`${instanceId}.`));
      const system = shown.filter(({ isSystem }) => isSystem).length;
      const open = shown.filter(({ taskId, isSystem }) => !isSystem && known.get(taskId)?.state === 'open').length;
      const began = [...known.keys()].some((taskId) => taskId.startsWith(`${instanceId}.`));
      // A shared task is reported by each signer.
      const isIdle = began && !ended && open === 0 && shown.every(({ taskId }) => reported.has(taskId));
      return [
        ...(isIdle ? ['no task is open'] : []),
        ...(system > 1 ? [`${system} system tasks are open`] : []),
        ...(system > 0 && (open > 0 || ended) ? ['a system task is open beside what it stands for'] : []),
        ...lateEnds,
      ];
    },
    taskOf: (taskId: string) => ({ ...NOBODYS, ...known.get(taskId)?.task, nodeId: nodeOf(taskId) }),
    hasSigned: (taskId: string, account: string) => known.get(taskId)?.signedBy.includes(account) ?? false,
    listed: (): (PendingEntry & { readonly taskId: string })[] => [
      ...[...listed.values()].flatMap(({ taskId, accounts }) =>
        accounts.map((account) => ({ taskId, account, nodeId: nodeOf(taskId), mark: markOf(taskId) })),
      ),
      ...[...known.values()].flatMap(({ taskId, nodeId, state }) =>
        state === 'open' && !listed.has(taskId) ? [{ taskId, account: 'nobody', nodeId, mark: 'open' as const }] : [],
      ),
    ],
  };

  function change(taskId: string, changes: Partial<KnownTask>): void {
    const task = known.get(taskId);
    if (task) known.set(taskId, { ...task, ...changes });
  }
}

const NOBODYS = { panel: null, handlers: [], handlingGroups: [], isSystem: false };

const namesIn = (field: string | undefined) => (field ?? '').split(',').filter((name) => name !== '');
