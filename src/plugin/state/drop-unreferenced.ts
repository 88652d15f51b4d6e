import { tokenOf } from './execution-id.ts';
import type { InstanceRun } from './instance-run.ts';
import type { Ledger, Origin } from './ledger.ts';

/** Removes origins, tallies and handled tasks that nothing running refers to any more. */
export function dropUnreferenced(
  run: InstanceRun,
  { taskCount, startReported, gone }: Pick<Ledger, 'taskCount' | 'startReported' | 'gone'>,
): Ledger {
  const { marking } = run.net;
  const alive = <Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(entries).filter(([id]) => marking.isAlive(tokenOf(id))));
  const origins = run.origins.kept;
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
    panels: Object.keys(run.panels).length > 0 ? alive(run.panels) : undefined,
    trails: run.keepsTrails ? run.trails.kept : undefined,
    systemTask: run.systemTask,
    systemNodes: run.systemNodes,
    ownPressVariables: keptOf(run),
    openJobs: Object.fromEntries(run.openJobs),
    origins,
    tallies: alive(run.tallies),
    sizes: alive(run.sizes),
    handled: Object.fromEntries(handled),
    lastHandledTaskId: run.lastHandledTaskId,
    gone,
    startReported,
    messageCount: run.messageCount,
    handledBy: run.handledBy,
    timeOuts: run.timeOuts,
    suspendedAt: run.suspendedAt,
    nodeNames: Object.fromEntries(run.nodeNames),
    taskInputs: alive(run.taskInputs),
    pressed: alive(run.pressed),
    returned: alive(run.returned),
    asked: run.asked,
    askedCount: run.askedCount,
    called: alive(run.called),
  };
}

/** Without calls that are over. */
function keptOf({ ownPressVariables, called }: InstanceRun): Ledger['ownPressVariables'] {
  if (!ownPressVariables) return undefined;
  return Object.fromEntries(Object.entries(ownPressVariables).filter(([callId]) => callId === '' || callId in called));
}
