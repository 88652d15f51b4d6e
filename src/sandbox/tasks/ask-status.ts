/** Sends task-status requests to business systems (spec, Events, Task-status callback). */
import type { TaskState } from '../../protocol/constants.ts';
import type { TaskStatusEntry } from '../../protocol/task-status.ts';
import { centerTime } from '../center-time.ts';
import { callOut, isSuccess, type Line } from '../http/call-out.ts';
import { type CenterState, type CenterTask, isOpen } from '../state/center-state.ts';
import { applyTaskStatus } from './apply-task-status.ts';
import { withoutNulls } from './check-fields.ts';
import { checkStatusAnswer } from './check-task-status.ts';
import { findTasks, idOnWire } from './task-copies.ts';

/** One task-status request and its result. */
export interface StatusRun {
  /** When it was sent, in epoch milliseconds of the center's clock. */
  readonly at: number;
  /** Why: an old task was opened, or it was 23:00:00 (spec, Task-status callback, Triggers). */
  readonly trigger: 'open' | 'nightly';
  /** The application it was sent to. */
  readonly appId: string;
  /** The tasks it asked about, in this order. */
  readonly taskIds: readonly string[];
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Why there was no answer. */
  readonly failure?: string;
  /** The valid entries of the answer, by task id. */
  readonly states: Readonly<Record<string, TaskState>>;
  /** The problems of the answer; a task with a problem, or with an invalid answer all tasks, are not changed. */
  readonly problems: readonly StatusProblem[];
}

/** A problem in a status answer. */
export interface StatusProblem {
  /** Absent when the problem concerns the whole answer. */
  readonly taskId?: string;
  /** Which rule of the spec the answer breaks, as a sentence. */
  readonly message: string;
}

export interface StatusCaller extends Line {
  readonly center: CenterState;
  /** Every request so far, in the order of their answers. */
  readonly statusRuns: StatusRun[];
}

/** Asks about the tasks in one request and applies the answer. Undefined: the application has no address for it. */
export async function askStatus(
  caller: StatusCaller,
  appId: string,
  taskIds: readonly string[],
  trigger: StatusRun['trigger'],
): Promise<StatusRun | undefined> {
  const { center } = caller;
  const url = center.statusUrls.get(appId);
  if (url === undefined) return undefined;
  const at = center.now();
  const body = center.switches.statusQuestion === 'bare' ? taskIds : { taskIds };
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
  const judged = isSuccess(outcome) ? applyAnswer(center, outcome.body, taskIds) : refused(status, outcome.body);
  center.write.save();
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

/** Sends every application a request about all its open tasks: the nightly run. */
export async function askAll(caller: StatusCaller): Promise<StatusRun[]> {
  const runs: StatusRun[] = [];
  for (const appId of caller.center.statusUrls.keys()) {
    const open = [...caller.center.tasks.values()].filter(
      (task) => task.appId === appId && isAskedAbout(caller.center, task),
    );
    if (open.length === 0) continue;
    const taskIds = [...new Set(open.map(idOnWire))];
    const run = await askStatus(caller, appId, taskIds, 'nightly');
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

/** Whether a task-status request includes a task. */
export function isAskedAbout({ switches }: CenterState, task: CenterTask): boolean {
  return isOpen(task) && (task.state !== 'suspended' || switches.asksAboutSuspended);
}

type Judged = Pick<StatusRun, 'states' | 'problems'>;

/** Applies a successful answer to each task; entries with problems have no effect. */
function applyAnswer(center: CenterState, body: unknown, taskIds: readonly string[]): Judged {
  const checked = checkStatusAnswer(body, taskIds, center.switches);
  if ('whole' in checked) return { states: {}, problems: [{ message: checked.whole }] };
  // The checks ensure this shape of each entry without a problem.
  const { data } = withoutNulls(body) as { data: readonly TaskStatusEntry[] };
  const states: Record<string, TaskState> = {};
  const problems = taskIds.flatMap((taskId, index): StatusProblem[] => {
    const wrong = checked.entries[index] ?? [];
    const entry = data[index];
    const tasks = findTasks(center, taskId);
    if (wrong.length > 0 || entry === undefined || tasks.length === 0) {
      return wrong.map((message) => ({ taskId, message }));
    }
    states[taskId] = entry.taskStatus;
    return tasks.flatMap((task) => applyTaskStatus(center, task, entry)).map((message) => ({ taskId, message }));
  });
  return { states, problems };
}

function refused(status: number | undefined, body: unknown): Judged {
  if (status === undefined) return { states: {}, problems: [{ message: 'the business system did not answer' }] };
  const told = typeof body === 'object' && body !== null && 'message' in body ? `: ${String(body.message)}` : '';
  return { states: {}, problems: [{ message: `the business system refused the request${told}` }] };
}

/** When the center asks for the states of all open tasks (spec, Task-status callback, trigger 2): 23:00:00. */
const HOURS_OF_RUN = 23;

/** How often the clock is checked, since a test may set it forward. */
const LOOK_EVERY_MS = 500;

interface NightlyRuns {
  /** Checks the clock now. */
  look(): void;
  stop(): void;
}

/**
 * Calls `run` whenever the clock passes 23:00:00, once even if it skips several nights, until stopped. It does not
 * keep the process running.
 * @param now epoch milliseconds
 */
export function startNightlyRuns(now: () => number, timeZone: string, run: () => void): NightlyRuns {
  let last = nightOf(now(), timeZone);
  const look = () => {
    const night = nightOf(now(), timeZone);
    if (night > last) run();
    last = Math.max(last, night);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Number of the night, which starts at 23:00:00 local time. */
function nightOf(epochMs: number, timeZone: string): number {
  const localMs = Date.parse(`${centerTime(epochMs, timeZone).replace(' ', 'T')}Z`);
  return Math.floor((localMs / 3_600_000 - HOURS_OF_RUN) / 24);
}
