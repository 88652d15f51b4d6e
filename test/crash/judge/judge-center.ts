import type { CenterTask, Sandbox } from '../../../src/sandbox/index.ts';
import type { SeenReport } from '../../support/center-view.ts';
import type { TaskHandlingError } from '../../support/inner/protocol.ts';
import { ABSENT } from '../load/diagrams.ts';
import { repeated } from './judge-retention.ts';

/**
 * Reads the record of the center, which no kill could touch, and says what is wrong in it: a task that was created
 * twice or whose second creation says something else, a report about a task that was not there yet, a task that nobody
 * handled or that was handled twice, a transaction that was not concluded once, a press that was applied twice, a
 * message that people have twice.
 */
export function judgeCenter(sandbox: Sandbox): string[] {
  return [...judgeReports(sandbox), ...judgeTasks(sandbox), ...judgePresses(sandbox), ...judgeMessages(sandbox)];
}

function judgeReports(sandbox: Sandbox): string[] {
  const wrong: string[] = [];
  const said = new Map<string, string>();
  /** By task, the call that created it. */
  const created = new Map<string, string>();
  const handled = new Set<string>();
  for (const entry of inOrderOfEffect(sandbox)) {
    const { call, body, answer, ended } = entry;
    const where = `${call} ${ended}`;
    if (call === 'taskStatus') {
      for (const { taskId, taskStatus, taskData } of statesIn(answer)) {
        // A report handled it while the question was on its way: what follows is left to reports.
        if (handled.has(taskId)) continue;
        if (taskStatus === 'FINISH') handled.add(taskId);
        for (const next of taskData.next ?? []) created.set(next.taskId, created.get(next.taskId) ?? where);
      }
      continue;
    }
    const errors = errorsIn(answer);
    for (const { previousTaskId, next = [] } of body as SeenReport[]) {
      if (!previousTaskId.endsWith('.start') && !created.has(previousTaskId)) {
        wrong.push(`${previousTaskId}: reported before it was created`);
      }
      if (!errors.some(({ taskId }) => taskId === previousTaskId)) handled.add(previousTaskId);
      for (const task of next) {
        const { taskId } = task;
        const before = said.get(taskId);
        if (before !== undefined && before !== JSON.stringify(task)) wrong.push(`${taskId}: came again as another`);
        said.set(taskId, JSON.stringify(task));
        const refusal = errors.find((error) => error.taskId === taskId);
        const creator = created.get(taskId);
        if (refusal && creator === undefined) wrong.push(`${taskId}: was not created, ${refusal.message}`);
        if (!refusal && creator !== undefined)
          wrong.push(`${taskId}: was created twice, by ${creator} and by ${where}`);
        created.set(taskId, creator ?? where);
      }
    }
  }
  return wrong;
}

/** Calls about tasks, in the order in which they had their effects. */
function inOrderOfEffect({ traffic }: Sandbox) {
  return traffic
    .filter(({ call, direction, ended }) => {
      const isReport = call === 'taskHandle' && direction === 'in';
      return (isReport || call === 'taskStatus') && ended !== undefined;
    })
    .toSorted((one, other) => (one.ended ?? 0) - (other.ended ?? 0));
}

function errorsIn(answer: unknown): readonly TaskHandlingError[] {
  return (answer as { data?: { errorIds?: TaskHandlingError[] } } | undefined)?.data?.errorIds ?? [];
}

interface TaskState {
  readonly taskId: string;
  readonly taskStatus: string;
  readonly taskData: { readonly next?: readonly { readonly taskId: string }[] };
}

/** What was answered to a question about states. */
function statesIn(answer: unknown): readonly TaskState[] {
  return (answer as { data?: TaskState[] } | undefined)?.data ?? [];
}

function judgeTasks(sandbox: Sandbox): string[] {
  return sandbox.transactions().flatMap(({ serialNumber, conclusions, taskIds }) => {
    const wrong = taskIds.flatMap((taskId) => {
      const task = sandbox.task(taskId);
      const records = task?.records.length ?? 0;
      if (task?.handlers?.includes(ABSENT)) return isGone(task) ? [] : [`${taskId}: ${task.state}, and is not gone`];
      if (task && isGivenAway(task)) return [];
      return task?.state === 'handled' && records === 1 ? [] : [`${taskId}: ${task?.state}, handled ${records} times`];
    });
    if (conclusions.length !== 1) wrong.push(`${serialNumber}: concluded ${conclusions.length} times`);
    return wrong;
  });
}

/** Said to be handled by nobody, or the center asked before it was told. */
function isGone({ state, records, changes }: CenterTask): boolean {
  const [record] = records;
  if (state === 'terminated') return record === undefined && changes.length === 1;
  const isByNobody = record?.handlerName === 'System' && record.handleStatus === 'Decided by others';
  return state === 'handled' && records.length === 1 && isByNobody;
}

/** What was delegated or recalled, where the center asked before it was told. */
function isGivenAway({ nodeId, state, records, changes }: CenterTask): boolean {
  const isAskedFirst = state === 'turned' || state === 'terminated';
  return nodeId === 'check' && isAskedFirst && records.length === 0 && changes.length === 1;
}

function judgePresses({ traffic }: Sandbox): string[] {
  const applied = traffic
    .filter(({ call, answer }) => call === 'button' && verdictIn(answer) === 'applied')
    .map(({ path }) => /\/tasks\/(?<taskId>[^/]+)\//.exec(path)?.groups?.taskId ?? path);
  return repeated(applied).map((taskId) => `${taskId}: two presses were answered as applied`);
}

function verdictIn(answer: unknown): string | undefined {
  return (answer as { data?: { verdict?: string } | null } | undefined)?.data?.verdict;
}

function judgeMessages(sandbox: Sandbox): string[] {
  const inboxes = ['anna', 'bo'].map((account) => sandbox.messages(account).map(({ sendId }) => sendId));
  const sendIds = sandbox.sentMessages().map(({ sendId }) => sendId);
  return [sendIds, ...inboxes].flatMap(repeated).map((sendId) => `${sendId}: people have it twice`);
}
