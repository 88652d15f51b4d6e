import type { TokenHolder } from '../../../src/plugin/at-rest/token-holders.ts';
import { describeGone } from '../../../src/plugin/outcome/gone-tasks.ts';
import type { CreatedTask } from '../../../src/plugin/outcome/new-waits.ts';
import { composeReports } from '../../../src/plugin/outcome/reports.ts';
import { planSystemTask } from '../../../src/plugin/outcome/system-task.ts';
import type { InstanceRun } from '../../../src/plugin/state/instance-run.ts';
import type { StepFacts } from '../../../src/plugin/state/run-settings.ts';
import type { Id, Marking } from '../../support/inner/net.ts';
import type {
  CompiledDefinition,
  HandledTask,
  Ledger,
  OpenTask,
  Origin,
  StepResult,
} from '../../support/inner/plugin.ts';

import { leavesOf } from './net-tokens.ts';

/** What the net has made of a step. */
export interface ReportedStep {
  readonly before: Ledger;
  readonly created: readonly CreatedTask[];
  /** Tasks that were handled, or are told as handled because an event ended them. */
  readonly handled: readonly HandledTask[];
  readonly lastHandled: string | null;
  readonly gone: readonly { readonly task: OpenTask; readonly cause: Origin }[];
  readonly jobOrigins: readonly Origin[];
  readonly holders: readonly TokenHolder[];
  readonly openTasks: readonly OpenTask[];
  readonly ended: boolean;
  readonly completedOrigin: Origin;
}

/** What holds a token and is no task, in the order in which it got it: see `at-rest/token-holders.ts`. */
export function holdersOf(
  model: CompiledDefinition['model'],
  marking: Marking,
  originOf: (id: Id) => Origin,
): readonly TokenHolder[] {
  const { state } = marking;
  const ids = Object.keys(state.tokens).toSorted(
    (one, other) => Number(marking.rootOf(one)) - Number(marking.rootOf(other)),
  );
  const leaves = leavesOf(state);
  const holder = (id: Id): TokenHolder => {
    const { id: nodeId, name } = marking.nodeAt(id);
    const service = model.services.get(nodeId);
    const times = marking.listenersOf(id).flatMap((key) => {
      const listener = state.listeners[key];
      return listener?.kind === 'timer' && marking.listenerPlace(key).node.kind !== 'boundary' ? listener.dueAt : [];
    });
    return {
      ...{
        nodeId: service?.call?.callId ?? service?.conditions?.behind ?? nodeId,
        nodeName: name,
        origin: originOf(id),
      },
      ...{ isJob: service !== undefined, dueAt: service || times.length === 0 ? null : Math.min(...times) },
    };
  };
  const moving = ids.filter(
    (id) => leaves.includes(id) && (model.services.has(marking.nodeAt(id).id) || CATCHING.has(marking.nodeAt(id).kind)),
  );
  const hasTasks = leaves.some((id) => model.userTasks.has(marking.nodeAt(id).id));
  return (moving.length > 0 || hasTasks ? moving : ids.filter((id) => marking.arrivals.has(id))).map(holder);
}

const CATCHING: ReadonlySet<string> = new Set(['catch', 'event-based']);

/** The reports that the product's own function makes of it, without their explanations. */
export function reportsOf(run: InstanceRun, step: ReportedStep, facts: StepFacts): readonly string[] {
  const { before, created, handled, ended, completedOrigin, holders } = step;
  const { settings, instance, now } = facts;
  run.systemTask = before.systemTask;
  run.systemNodes = before.systemNodes;
  run.openTasks.clear();
  for (const [index, task] of step.openTasks.entries()) run.openTasks.set(`${index}`, task);
  run.ended = ended;
  const known = { ...before.handled, ...Object.fromEntries(handled.map((task) => [task.taskId, task])) };
  const holdMs = run.suspendedAt === null ? settings.reportHoldMs : 0;
  const taskCount = before.taskCount + created.length;
  const plan = {
    holders: { latest: holders.at(-1), all: holders },
    createsTasks: created.length > 0,
    taskCount,
    holdMs,
  };
  const { closed, wanted } = planSystemTask(run, plan, facts);
  if (closed) known[closed.taskId] = closed;
  const toReport = step.gone.flatMap(({ task, cause }) => {
    const cancelled = { trace: { cancellations: [] }, endedBy: undefined, completedOrigin: cause };
    return describeGone(cancelled, [task], settings, now).toReport;
  });
  const { reports } = composeReports(
    {
      created: created.map((task) => ({ ...task, moves: [] })),
      ended: ended ? { origin: completedOrigin } : undefined,
      notYetReported: Object.values(known).filter((task) => !task.reported),
      ...{ gone: [...before.gone, ...toReport], handled: known, lastHandledTaskId: step.lastHandled },
      ...{ startReported: before.startReported, jobOrigins: new Set(step.jobOrigins) },
      justHandled: new Set(handled.map(({ taskId }) => taskId)),
      ...{ findTokens: () => [], ends: [], cancellations: [], listStillOpen: () => [] },
      ...{ suspended: run.suspendedAt !== null, closedSystemTask: closed, now },
      systemTask: wanted && { item: wanted.task.item, origin: wanted.holder.origin, dueAt: wanted.holder.dueAt },
      ...{ nodeNameOf: (nodeId: string) => nodeId, previousActionsOf: () => [] },
    },
    instance,
    { ...settings, reportHoldMs: holdMs },
  );
  return tellReports(reports);
}

export function tellReports(reports: StepResult['changes']['reports']): readonly string[] {
  return reports.map(({ kind, item: { previousTaskId, handler, status, next = [] } }) =>
    [kind, previousTaskId, handler, status, ...next.map(({ taskId }) => taskId)].join(' '),
  );
}
