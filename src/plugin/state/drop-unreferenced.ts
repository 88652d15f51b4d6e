import { idsInState } from './ids-in-state.ts';
import type { InstanceRun } from './instance-run.ts';
import type { Ledger, Origin } from './ledger.ts';
import type { EngineState } from './snapshot.ts';

/** Removes origins, tallies and handled tasks that nothing running refers to any more. */
export function dropUnreferenced(
  run: InstanceRun,
  { taskCount, startReported, gone }: Pick<Ledger, 'taskCount' | 'startReported' | 'gone'>,
  engineState: EngineState,
): Omit<Ledger, 'listening'> {
  const ids = idsInState(engineState);
  const named = ([executionId]: [string, unknown]) => ids.has(executionId);
  const origins = Object.fromEntries(Object.entries(run.origins).filter(named));
  const tallies = Object.fromEntries(Object.entries(run.tallies).filter(named));
  const sizes = Object.fromEntries(Object.entries(run.sizes).filter(named));
  const causes = new Set<Origin>([
    ...Object.values(origins),
    ...[...run.openTasks.values(), ...run.openJobs.values()].map((wait) => wait.origin),
    ...[...run.openTasks.values()].map(({ taskId }) => taskId),
    ...Object.values(run.pressed).map(({ taskId }) => taskId),
    ...Object.values(run.returned).map(({ origin }) => origin),
    run.lastHandledTaskId,
  ]);
  const handled = Object.entries(run.handled).filter(([taskId, task]) => !task.reported || causes.has(taskId));
  return {
    taskCount,
    openTasks: Object.fromEntries(run.openTasks),
    systemTask: run.systemTask,
    systemNodes: run.systemNodes,
    ownPressVariables: keptOf(run),
    openJobs: Object.fromEntries(run.openJobs),
    origins,
    timers: run.timers,
    tallies,
    sizes,
    handled: Object.fromEntries(handled),
    lastHandledTaskId: run.lastHandledTaskId,
    gone,
    startReported,
    messageCount: run.messageCount,
    handledBy: run.handledBy,
    timeOuts: run.timeOuts,
    suspendedAt: run.suspendedAt,
    nodeNames: Object.fromEntries(run.nodeNames),
    taskInputs: Object.fromEntries(Object.entries(run.taskInputs).filter(named)),
    pressed: Object.fromEntries(Object.entries(run.pressed).filter(named)),
    returned: Object.fromEntries(Object.entries(run.returned).filter(named)),
    asked: run.asked,
    askedCount: run.askedCount,
    called: Object.fromEntries(Object.entries(run.called).filter(named)),
    conditionsSeen: [...run.conditionsSeen].filter((key) => ids.has(key.split('/')[0] ?? key)),
  };
}

/** Without calls that are over. */
function keptOf({ ownPressVariables, called }: InstanceRun): Ledger['ownPressVariables'] {
  if (!ownPressVariables) return undefined;
  return Object.fromEntries(Object.entries(ownPressVariables).filter(([callId]) => callId === '' || callId in called));
}
