import { StepError } from '../../errors.ts';
import type { InstanceRun } from './instance-run.ts';
import type { HandledTask, Ledger, OpenTask } from './ledger.ts';
import type { RunSettings, StepFacts } from './run-settings.ts';

/** How a task was handled; `turnHandler` and `endedBy` are null by default. */
type Handling = Omit<HandledTask, 'taskId' | 'nodeId' | 'reported' | 'turnHandler' | 'endedBy' | 'again'> &
  Partial<Pick<HandledTask, 'turnHandler' | 'endedBy'>>;

/** The ledger entry of a task that was just handled. */
export function handledTask(
  handled: Ledger['handled'],
  { taskId, nodeId }: Pick<OpenTask, 'taskId' | 'nodeId'>,
  handling: Handling,
): HandledTask {
  const again = handled[taskId]?.reported ?? false;
  return { taskId, nodeId, reported: false, turnHandler: null, endedBy: null, ...handling, again };
}

/** Notes that a task was handled in this step. */
export function noteHandled(run: InstanceRun, task: HandledTask): void {
  run.handled[task.taskId] = task;
  run.notes.justHandled.add(task.taskId);
  run.lastHandledTaskId = task.taskId;
}

/** The account that a report names for a task that no person handled; undefined: nobody is known for its group. */
export function standInOf(
  { handlers, handlingGroups }: Pick<OpenTask, 'handlers' | 'handlingGroups'>,
  { standInFor }: Pick<RunSettings, 'standInFor'>,
): Pick<HandledTask, 'handler' | 'standsInFor'> | undefined {
  const [first] = handlers;
  if (first !== undefined) return { handler: first };
  const handler = standInFor(handlingGroups);
  return handler === undefined ? undefined : { handler, standsInFor: handlingGroups };
}

/**
 * @param what the task and what happened to it, in the error
 * @throws {StepError} `ERR_NO_HANDLER`: it is a task of a group, and the report has nobody to name
 */
export function requireStandIn(
  task: OpenTask,
  settings: RunSettings,
  what: string,
): Pick<HandledTask, 'handler' | 'standsInFor'> {
  const named = standInOf(task, settings);
  if (named) return named;
  throw new StepError(
    'ERR_NO_HANDLER',
    `Task ${task.taskId} ${what}, and no account is known for it: provide identity.membersOf, or set defaults.systemHandler.`,
    { details: { taskId: task.taskId } },
  );
}

/**
 * Notes that the system handled a task.
 * @throws {StepError} as {@link requireStandIn}
 */
export function handleBySystem(
  run: InstanceRun,
  task: OpenTask,
  how: Pick<HandledTask, 'handleStatus' | 'endedBy'> & { readonly what: string },
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): void {
  const { what, ...handled } = how;
  const named = requireStandIn(task, settings, `of a group ${what}`);
  const times = { handledAt: now, appliedAt: now };
  const handling = { ...named, handlerName: settings.systemName, ...times, opinions: null, ...handled };
  noteHandled(run, handledTask(run.handled, task, handling));
}
