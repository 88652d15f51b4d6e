import { describeGone } from '../outcome/gone-tasks.ts';
import { composeReports } from '../outcome/reports.ts';
import { jobKeyOf } from '../state/job-key.ts';
import { EMPTY_LEDGER, type HandledTask, type Ledger, type OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import type { InstanceInfo, StepFacts } from '../state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from '../state/snapshot.ts';
import type { StepResult } from '../step.ts';
import { keyOfAsked } from '../tokens/ask-conditions.ts';
import { endedTask, type InstanceEnd, taskToEnd } from './end-instance.ts';
import type { Trigger } from './trigger.ts';

/** The operations that are possible on an instance for which no step can be computed any more. */
export type OperationOnRows = Extract<Trigger, { kind: 'end' }> | { readonly kind: 'suspend' };

/** A task as it is stored, used if the snapshot cannot be read. */
export type StoredTask = Pick<OpenTask, 'taskId' | 'nodeId' | 'handlers' | 'handlingGroups'> & {
  readonly nodeName: string;
};

/** An instance as it is stored. The other columns are used if the snapshot cannot be read. */
export interface StoredInstance extends InstanceInfo {
  readonly snapshot: string | null;
  /** Whether a report has named the start. */
  readonly startReported: boolean;
  readonly lastHandled: HandledTask | undefined;
  /** The nodes that hold its tokens. */
  readonly currentNodes: readonly string[];
  /** Oldest first. */
  readonly openTasks: readonly StoredTask[];
}

/** Whether a trigger can be applied without a step: it ends or suspends the instance. */
export function needsNoStep(trigger: Trigger): trigger is OperationOnRows {
  return trigger.kind === 'end' || trigger.kind === 'suspend';
}

/**
 * Ends or suspends an instance whose variables, snapshot or definition make steps fail. Uses only the stored rows, not
 * the diagram. The end is reported to the center as in a step; messages of the diagram are not sent.
 */
export function operateOnRows(
  instance: StoredInstance,
  trigger: OperationOnRows,
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): StepResult {
  const snapshot = tryReadSnapshot(instance);
  if (trigger.kind === 'suspend') return suspend(instance, snapshot, now);
  const ledger = snapshot?.ledger ?? ledgerOf(instance);
  return end(ledger, { ...trigger, now }, instance.openTasks, { instance: snapshot?.instance ?? instance, settings });
}

function tryReadSnapshot({ snapshot, instanceId }: StoredInstance): Snapshot | undefined {
  try {
    return snapshot === null ? undefined : readSnapshot(snapshot, instanceId);
  } catch {
    return undefined;
  }
}

/** A minimal ledger that allows the end to be reported even if no task is open. */
function ledgerOf({ startReported, lastHandled }: StoredInstance): Ledger {
  if (lastHandled === undefined) return { ...EMPTY_LEDGER, startReported };
  const { taskId } = lastHandled;
  return { ...EMPTY_LEDGER, startReported, handled: { [taskId]: lastHandled }, lastHandledTaskId: taskId };
}

/** A snapshot that cannot be read is stored unchanged, so that it can be repaired. */
function suspend(stored: StoredInstance, snapshot: Snapshot | undefined, now: number): StepResult {
  const suspended = snapshot && { ...snapshot, ledger: { ...snapshot.ledger, suspendedAt: now } };
  return {
    changes: { ...NOTHING, suspendedAt: now, path: { flows: [], nodes: [], current: stored.currentNodes } },
    matched: true,
    snapshot: suspended ? writeSnapshot(suspended) : stored.snapshot,
  };
}

function end(
  ledger: Ledger,
  operation: InstanceEnd,
  stored: readonly StoredTask[],
  { instance, settings }: Pick<StepFacts, 'instance' | 'settings'>,
): StepResult {
  const known = new Map(openTasksOf(Object.values(ledger.openTasks)).map((task) => [task.taskId, task]));
  const open = stored.map((task): OpenTask => known.get(task.taskId) ?? { ...task, ...UNKNOWN_PLACE });
  const handled = { ...ledger.handled };
  const named = operation.reported ? taskToEnd(open, settings) : undefined;
  const ended = named && endedTask(handled, named, operation);
  if (ended) handled[ended.taskId] = ended;
  const lastHandledTaskId = ended?.taskId ?? ledger.lastHandledTaskId;
  const { gone, toReport } = describeGone(
    { trace: { cancellations: [] }, endedBy: operation, completedOrigin: lastHandledTaskId },
    open.filter(({ taskId }) => taskId !== ended?.taskId),
    settings,
    operation.now,
  );
  const { reports } = composeReports(
    {
      created: [],
      ended: operation.reported ? { origin: lastHandledTaskId, by: operation } : undefined,
      notYetReported: Object.values(handled).filter((task) => !task.reported),
      handled,
      gone: [...ledger.gone, ...toReport],
      lastHandledTaskId,
      justHandled: new Set(ended ? [ended.taskId] : []),
      startReported: ledger.startReported,
      jobOrigins: new Set(),
      previousActionsOf: () => [],
      findTokens: () => [],
      ends: [],
      cancellations: [],
      listStillOpen: () => [],
      suspended: false,
      nodeNameOf: (nodeId) => stored.find((task) => task.nodeId === nodeId)?.nodeName ?? nodeId,
      now: operation.now,
    },
    instance,
    settings,
  );
  return {
    changes: {
      ...NOTHING,
      handled: ended ? [ended] : [],
      gone,
      jobsGone: [
        ...Object.entries(ledger.openJobs).map(([executionId, { part }]) => jobKeyOf(executionId, part)),
        ...Object.entries(ledger.asked).map(([key, asked]) => keyOfAsked(key, asked)),
      ],
      reports,
      ended: true,
      endedBy: operation,
    },
    matched: true,
    snapshot: null,
  };
}

const UNKNOWN_PLACE = { rootId: '', scopeIds: [], origin: null, signedBy: [] };

const NOTHING: StepResult['changes'] = {
  created: [],
  handled: [],
  signed: [],
  held: {},
  gone: [],
  jobsCreated: [],
  jobsGone: [],
  reports: [],
  ended: false,
  endedBy: null,
  circulated: null,
  messages: [],
  suspendedAt: null,
  deadlock: null,
  events: [],
  unmatched: [],
  signals: [],
  repeatedSigners: [],
  path: { flows: [], nodes: [], current: [] },
  wakeAt: null,
};
