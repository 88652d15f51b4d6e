/** Asks a business system for the state of its tasks (spec, Events, Task-status callback). */
import type { TaskState } from '../../protocol/constants.ts';
import type { TaskStatusEntry } from '../../protocol/task-status.ts';
import { callOut, isSuccess, type Line } from '../http/call-out.ts';
import { type CenterTask, isOpen, type Ledger } from '../state/ledger.ts';
import { applyTaskStatus } from './apply-task-status.ts';
import { withoutNulls } from './check-fields.ts';
import { checkStatusAnswer } from './check-task-status.ts';
import { findTasks, idOnWire } from './task-copies.ts';

/** One question, and what came of it. */
export interface StatusRun {
  /** When it was asked, by the center's clock; epoch milliseconds. */
  readonly at: number;
  /** Why: an old task was opened, or it was 23:00:00 (spec, Task-status callback, Triggers). */
  readonly trigger: 'open' | 'nightly';
  /** Which application was asked. */
  readonly appId: string;
  /** About which tasks, in the order of the question. */
  readonly taskIds: readonly string[];
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** Why no answer came. */
  readonly failure?: string;
  /** What was answered rightly, by task id. */
  readonly states: Readonly<Record<string, TaskState>>;
  /** What was wrong: of one task, which was left as it is, or of the whole answer, which changed nothing. */
  readonly problems: readonly StatusProblem[];
}

/** What was wrong in an answer about states. */
export interface StatusProblem {
  /** Absent where the whole answer is meant. */
  readonly taskId?: string;
  /** Which rule of the spec it breaks, for a person. */
  readonly message: string;
}

export interface StatusCaller extends Line {
  readonly ledger: Ledger;
  /** Every question so far, in order of the answers. */
  readonly statusRuns: StatusRun[];
}

/** Asks about the tasks in one call and does what the answer says of each. Undefined: the application has no address. */
export async function askStatus(
  caller: StatusCaller,
  appId: string,
  taskIds: readonly string[],
  trigger: StatusRun['trigger'],
): Promise<StatusRun | undefined> {
  const { ledger } = caller;
  const url = ledger.statusUrls.get(appId);
  if (url === undefined) return undefined;
  const at = ledger.now();
  const body = ledger.switches.statusQuestion === 'bare' ? taskIds : { taskIds };
  const outcome = await callOut(caller, {
    call: 'taskStatus',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body,
    recordedBody: body,
    strike: caller.faults.strike('taskStatus'),
  });
  const { status, failure } = outcome;
  const judged = isSuccess(outcome) ? applyAnswer(ledger, outcome.body, taskIds) : refused(outcome.body);
  ledger.write.save();
  const run: StatusRun = {
    at,
    trigger,
    appId,
    taskIds,
    status,
    ...(failure === undefined ? {} : { failure }),
    ...judged,
  };
  caller.statusRuns.push(run);
  return run;
}

/** Asks every application about all its open tasks: the run of every night. */
export async function askAll(caller: StatusCaller): Promise<StatusRun[]> {
  const runs: StatusRun[] = [];
  for (const appId of caller.ledger.statusUrls.keys()) {
    const open = [...caller.ledger.tasks.values()].filter(
      (task) => task.appId === appId && isAskedAbout(caller.ledger, task),
    );
    if (open.length === 0) continue;
    const taskIds = [...new Set(open.map(idOnWire))];
    const run = await askStatus(caller, appId, taskIds, 'nightly');
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

/** Whether the center still wants to know how a task stands. */
export function isAskedAbout({ switches }: Ledger, task: CenterTask): boolean {
  return isOpen(task) && (task.state !== 'suspended' || switches.asksAboutSuspended);
}

type Judged = Pick<StatusRun, 'states' | 'problems'>;

/** Does what a successful answer says of each task; what is wrong in it changes nothing. */
export function applyAnswer(ledger: Ledger, body: unknown, taskIds: readonly string[]): Judged {
  const checked = checkStatusAnswer(body, taskIds, ledger.switches);
  if ('whole' in checked) return { states: {}, problems: [{ message: checked.whole }] };
  // The checks have found each entry without a problem to be of this shape.
  const { data } = withoutNulls(body) as { data: readonly TaskStatusEntry[] };
  const states: Record<string, TaskState> = {};
  const problems = taskIds.flatMap((taskId, index): StatusProblem[] => {
    const wrong = checked.entries[index] ?? [];
    const entry = data[index];
    const tasks = findTasks(ledger, taskId);
    if (wrong.length > 0 || entry === undefined || tasks.length === 0) {
      return wrong.map((message) => ({ taskId, message }));
    }
    states[taskId] = entry.taskStatus;
    return tasks.flatMap((task) => applyTaskStatus(ledger, task, entry)).map((message) => ({ taskId, message }));
  });
  return { states, problems };
}

function refused(body: unknown): Judged {
  const told = typeof body === 'object' && body !== null && 'message' in body ? `: ${String(body.message)}` : '';
  return { states: {}, problems: [{ message: `the question was not answered${told}` }] };
}
