import type { BatchableAnswer } from '../../control/account-routes.ts';
import type { PressAnswer, PressesAnswer, TaskAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { pathOfBatchable } from '../control/paths.ts';
import { pause } from '../parts/pause.ts';
import { randomId } from '../parts/random-id.ts';
import { isStale } from '../press/explain-press.ts';
import { pathOf } from '../press/use-press.ts';

/** One task of a batch whose press has ended. */
export interface BatchLine {
  /** As it was before the batch; it may have left the list since. */
  readonly task: ListedTask;
  /** The name of the button. */
  readonly button: string;
  readonly answer: PressAnswer | ControlFailure;
  /** Of a press that came too late, what is known of the task after it. */
  readonly after?: { readonly task: TaskAnswer['task']; readonly presses: PressesAnswer['presses'] } | undefined;
}

export interface BatchRun {
  /** All tasks of the batch. */
  readonly tasks: readonly ListedTask[];
  readonly lines: readonly BatchLine[];
  /** Why it ended before the last task: a person stopped it, or the sandbox does not answer. */
  readonly endedBy?: 'person' | 'connection';
  /** When it ended: all accepted presses of the account whose reports had not arrived. Absent while that is not known. */
  readonly accepted?: BatchableAnswer['accepted'];
}

/** Whether the business system accepted the press. */
export function isTaken({ answer }: BatchLine): boolean {
  return !(answer instanceof ControlFailure) && answer.taken;
}

/** Whether it has yet to press a button of the task, or is doing so. */
export function willPress({ tasks, lines }: BatchRun, taskId: string): boolean {
  return tasks.slice(lines.length).some((task) => task.taskId === taskId);
}

/** Nobody knows whether it was done. */
export function isUnanswered({ answer }: BatchLine): boolean {
  if (answer instanceof ControlFailure) return answer.code === 'ERR_UNREACHABLE';
  return !answer.taken && answer.status === undefined;
}

/** Whether it had no effect, as far as is known, and did not come too late. */
export function mayRepeat(line: BatchLine): boolean {
  return !isTaken(line) && !isLate(line.answer);
}

/**
 * Presses task after task, so that it can say how far it is and be stopped.
 * @param tell called with each press that has ended
 */
export async function runBatch(
  {
    account,
    button,
    tasks,
    opinions,
  }: Pick<BatchRun, 'tasks'> & Readonly<Record<'account' | 'button' | 'opinions', string>>,
  tell: (run: BatchRun) => void,
  isStopped: () => boolean,
): Promise<BatchRun> {
  // A center that gives all calls of a batch one uuid does so for all its tasks.
  const given = { account, action: button, opinions, uuid: randomId() };
  let run: BatchRun = { tasks, lines: [] };
  tell(run);
  for (const task of tasks) {
    const answer = await pressOne(task.taskId, given);
    const after = isLate(answer) ? await lookAfter(task.taskId) : undefined;
    const isLost = 'code' in answer && answer.code === 'ERR_UNREACHABLE';
    const lines = [...run.lines, { task, button, answer, after }];
    const isLast = lines.length === tasks.length;
    const endedBy = isLost ? 'connection' : isStopped() && !isLast ? 'person' : undefined;
    run = { tasks, lines, ...(endedBy === undefined ? {} : { endedBy }) };
    tell(run);
    if (endedBy !== undefined) break;
  }
  run = { ...run, lines: await waitForSilent(run.lines, account) };
  const accepted = await waitForReports(run, account);
  return accepted === undefined ? run : { ...run, accepted };
}

interface BatchAnswer {
  readonly results: readonly PressAnswer[];
}

async function pressOne(taskId: string, given: object): Promise<BatchLine['answer']> {
  const body = { taskIds: [taskId], ...given };
  try {
    const { results } = await callControl<BatchAnswer>('/batch', { method: 'POST', body });
    return results[0] ?? toControlFailure('the answer has no result');
  } catch (error) {
    return toControlFailure(error);
  }
}

/** Whether it is too late for the press: somebody's was first, perhaps an earlier one of this account. */
function isLate(answer: BatchLine['answer']): boolean {
  return answer instanceof ControlFailure ? answer.code === 'ERR_NOT_OFFERED' : isStale(answer);
}

async function lookAfter(taskId: string): Promise<BatchLine['after']> {
  const path = pathOf(taskId);
  try {
    const { task } = await callControl<TaskAnswer>(path);
    const { presses } = await callControl<PressesAnswer>(`${path}/presses`);
    return { task, presses };
  } catch {
    return undefined;
  }
}

/** So long a batch waits for the reports of its last presses, which usually take a few milliseconds. */
const REPORT_WAIT_MS = 1_000;
const REPORT_POLL_MS = 50;

/** The lines, where a press without an answer whose report arrives after all is one that was accepted. */
async function waitForSilent(lines: readonly BatchLine[], account: string): Promise<readonly BatchLine[]> {
  const until = performance.now() + REPORT_WAIT_MS;
  return Promise.all(
    lines.map(async (line) => {
      const { answer, task } = line;
      if (answer instanceof ControlFailure || answer.status !== undefined || answer.taken) return line;
      for (;;) {
        const after = await lookAfter(task.taskId);
        if (after?.presses.findLast((press) => press.account === account)?.state === 'done')
          return { ...line, answer: { ...answer, taken: true } };
        if (after === undefined || performance.now() > until) return line;
        await pause(REPORT_POLL_MS);
      }
    }),
  );
}

/**
 * Waits for the reports of the run.
 * @returns all accepted presses of the account whose reports are missing then; undefined if the sandbox does not answer
 */
async function waitForReports({ lines }: BatchRun, account: string): Promise<BatchRun['accepted']> {
  const pressed = new Set(lines.map(({ task }) => task.taskId));
  const until = performance.now() + REPORT_WAIT_MS;
  for (;;) {
    const accepted = await fetchAccepted(account);
    if (accepted === undefined) return undefined;
    if (!accepted.some(({ taskId }) => pressed.has(taskId)) || performance.now() > until) return accepted;
    await pause(REPORT_POLL_MS);
  }
}

const LOST_POLL_MS = 1_000;

/**
 * The accepted presses of the account whose reports are missing, once the sandbox answers again.
 * @returns undefined if it is not wanted any more
 */
export async function fetchAcceptedLater(account: string, isWanted: () => boolean): Promise<BatchRun['accepted']> {
  while (isWanted()) {
    const accepted = await fetchAccepted(account);
    if (accepted !== undefined) return accepted;
    await pause(LOST_POLL_MS);
  }
  return undefined;
}

async function fetchAccepted(account: string): Promise<BatchRun['accepted']> {
  const answer = await callControl<BatchableAnswer>(pathOfBatchable(account)).catch(() => undefined);
  return answer?.accepted;
}
