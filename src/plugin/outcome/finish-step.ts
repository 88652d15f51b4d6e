import type { EventTrigger } from '../../model/nodes/event-node.ts';
import type { Report } from '../../protocol/report.ts';
import type { ReportWait } from '../../protocol/task-view.ts';
import { nodeNameOf } from '../explain/moves.ts';
import { findTokens, listStillOpen } from '../explain/whereabouts.ts';
import { dropUnreferenced } from '../state/drop-unreferenced.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { jobKeyOf } from '../state/job-key.ts';
import type { HandledTask, Ledger, OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { seatsWithTasks } from '../state/panel.ts';
import type { StepFacts } from '../state/run-settings.ts';
import type { Circulated, ComposedMessage, EndedBy, ThrownSignal, UnmatchedMessage } from '../state/step-notes.ts';
import { askConditions, originsOfAsked } from '../tokens/ask-conditions.ts';
import { type Listening, listListening } from '../tokens/events.ts';
import { type Deadlock, findDeadlock } from '../tokens/find-deadlock.ts';
import type { RepeatedSigners } from '../tokens/multi-instance/signers.ts';
import { resolveInterruptions } from '../tokens/resolve-interruptions.ts';
import { findTokenHolders } from '../tokens/token-holders.ts';
import { listWaits } from '../tokens/waits.ts';
import type { CreatedJob } from './created-job.ts';
import { listCurrentNodes } from './current-nodes.ts';
import { describePreviousActions } from './describe-action.ts';
import { describeGone, type RemovedTask } from './gone-tasks.ts';
import { type CreatedTask, describeCreated, noteNewWaits } from './new-waits.ts';
import type { StepPath } from './note-path.ts';
import { addMessage, addNotices } from './notices.ts';
import { composeReports } from './reports.ts';
import { noteSystemTask, planSystemTask } from './system-task.ts';

/** The changes of one step. Together with the snapshot, they are its complete result. */
export interface StepChanges {
  readonly created: readonly CreatedTask[];
  /** The task that the press of this step completed, and tasks that an event ended and that are reported as handled. */
  readonly handled: readonly HandledTask[];
  /** The shared task that the press of this step signed, if others have yet to sign it. */
  readonly signed: readonly SignedTask[];
  /** Handled tasks whose reports are held back, by their ids. */
  readonly held: Readonly<Record<string, ReportWait>>;
  /** Tasks that were removed before anybody handled them. */
  readonly gone: readonly RemovedTask[];
  readonly jobsCreated: readonly CreatedJob[];
  /** Keys of jobs that were removed before they had a result. */
  readonly jobsGone: readonly string[];
  readonly reports: readonly Report[];
  readonly ended: boolean;
  /** The operation that terminated or revoked the instance; null: none. */
  readonly endedBy: EndedBy | null;
  readonly circulated: Circulated | null;
  /** For the message center. */
  readonly messages: readonly ComposedMessage[];
  /** Time since which the instance is suspended, in epoch milliseconds; null: it is not. */
  readonly suspendedAt: number | null;
  /** Set if nothing can move the instance any more. */
  readonly deadlock: Deadlock | null;
  /** The events for which the instance waits after the step. */
  readonly events: readonly WaitingEvent[];
  /** Thrown messages for which no element of the instance waited. */
  readonly unmatched: readonly UnmatchedMessage[];
  readonly signals: readonly ThrownSignal[];
  readonly repeatedSigners: readonly RepeatedSigners[];
  readonly path: StepPath;
  /** Time when the next timer is due or a held report must be sent, in epoch milliseconds; null: never. */
  readonly wakeAt: number | null;
}

/** An event for which the instance waits. */
export interface WaitingEvent {
  readonly kind: EventTrigger['kind'];
  readonly nodeId: string;
  readonly executionId: string;
  /** Due time of a timer, in epoch milliseconds. */
  readonly dueAt: number | null;
  /** Name of a message or signal. */
  readonly name: string | null;
  /** Correlation key of a message, if its receiver has one. */
  readonly correlationKey: string | null;
}

/** A shared task after one of its signers has signed it; `handlers` are the others. */
export interface SignedTask extends HandledTask, Pick<OpenTask, 'handlers' | 'signedBy'> {}

/**
 * Derives the changes of a step from what waits now and waited before, and from what the net told meanwhile.
 * @param before the ledger before the step
 */
export function finishStep(
  run: InstanceRun,
  before: Ledger,
  facts: StepFacts,
): { changes: StepChanges; ledger: Ledger } {
  const { instance, settings, now } = facts;
  const waits = run.ended ? [] : listWaits(run);
  const alive = new Set(waits.map((wait) => wait.executionId));
  const seats = new Set([...alive].flatMap((executionId) => seatsWithTasks(run.panels, executionId)));
  const vanished = [...run.openTasks].filter(([seat]) => !seats.has(seat));
  const deadJobs = [...run.openJobs].filter(([executionId]) => !alive.has(executionId));
  const jobsGone = deadJobs.map(([executionId, { part }]) => jobKeyOf(executionId, part));
  for (const [seat] of vanished) run.openTasks.delete(seat);
  for (const [executionId] of deadJobs) run.openJobs.delete(executionId);

  const { fresh, jobsCreated } = noteNewWaits(run, waits, before.taskCount, facts);
  const listening = run.ended ? [] : listListening(run);
  const asked = askConditions(run, listening);
  const open = openTasksOf(run.openTasks.values());
  const isOpen = ({ taskId }: { readonly taskId: string }) => open.some((task) => task.taskId === taskId);
  const vanishedTasks = openTasksOf(vanished.map(([, task]) => task)).filter((task) => !isOpen(task));
  const isClosed = ({ taskId }: { readonly taskId: string }) =>
    run.notes.justHandled.has(taskId) || run.notes.justDecided.has(taskId);
  resolveInterruptions(
    run,
    vanishedTasks.filter((task) => !isClosed(task)),
    fresh,
    facts,
  );
  const { gone, toReport } = describeGone(
    run.notes,
    vanishedTasks.filter((task) => !isClosed(task)),
    settings,
    now,
  );
  const handled = [...run.notes.justHandled, ...run.notes.justDecided].flatMap((taskId) => run.handled[taskId] ?? []);
  const created = describeCreated(run, fresh, facts);
  for (const { nodeId, rootId, template, scope } of run.notes.thrownMessages) {
    const cause = run.handled[run.origins.of(rootId) ?? ''];
    addMessage(run, template, { nodeId, scope, ...(cause && { cause }) }, facts);
  }
  const pressed = handled.filter(({ taskId }) => run.notes.justHandled.has(taskId));
  const byPeople = pressed.filter(({ isSystem }) => !isSystem);
  addNotices(run, { created, handled: byPeople }, facts);

  const holders = findTokenHolders(run, listening);
  // A suspended instance does not continue soon, so its reports are not held back.
  const holdMs = run.suspendedAt === null ? settings.reportHoldMs : 0;
  const taskCount = before.taskCount + created.length;
  const system = planSystemTask(run, { holders, createsTasks: created.length > 0, taskCount, holdMs }, facts);
  const { closed, wanted } = system;
  if (closed) run.handled[closed.taskId] = closed;
  const notYetReported = Object.values(run.handled).filter((task) => !task.reported);
  const { reports, held, goneLater, startReported, opensSystemTask } = composeReports(
    {
      created: created.map((task) => ({ ...task, moves: run.notes.trace.moves.get(task.rootId) ?? [] })),
      // If `reported` is false, the center's own button ended the instance, so the center already knows.
      ended:
        run.ended && run.notes.endedBy?.reported !== false
          ? { origin: run.notes.completedOrigin, by: run.notes.endedBy }
          : undefined,
      notYetReported,
      gone: [...before.gone, ...toReport],
      handled: run.handled,
      lastHandledTaskId: run.lastHandledTaskId,
      startReported: before.startReported,
      jobOrigins: new Set([
        ...[...run.openJobs.values()].map((job) => job.origin),
        ...originsOfAsked(run, listening),
        // Signers who signed while the script for another signer runs.
        ...Object.entries(run.pressed).flatMap(([id, part]) => (!alive.has(id) || isOpen(part) ? [] : part.taskId)),
      ]),
      justHandled: run.notes.justHandled,
      findTokens: (taskId) => findTokens(run, taskId),
      ends: run.notes.trace.ends,
      cancellations: run.notes.trace.cancellations,
      listStillOpen: () => listStillOpen(run),
      suspended: run.suspendedAt !== null,
      closedSystemTask: closed,
      systemTask: wanted && {
        item: wanted.task.item,
        origin: wanted.holder.origin,
        dueAt: wanted.holder.dueAt,
      },
      nodeNameOf: (nodeId) => nodeNameOf(run.model, nodeId),
      previousActionsOf: (task) => describePreviousActions(run.model, task, run.scope, facts),
      now,
    },
    instance,
    { ...settings, reportHoldMs: holdMs },
  );
  for (const task of notYetReported) run.handled[task.taskId] = { ...task, reported: !held.includes(task) };
  const opened = opensSystemTask ? wanted?.task : undefined;
  noteSystemTask(run, { kept: system.kept, opened, aPersonActed: byPeople.some(({ endedBy }) => endedBy === null) });

  const events = describeEvents(run, listening);
  return {
    changes: {
      created: [...created, ...(opened ? [opened] : [])],
      handled: [...handled.filter((task) => !isOpen(task)), ...(closed ? [closed] : [])],
      signed: handled.flatMap((task) => {
        const rest = open.find(({ taskId }) => taskId === task.taskId);
        return rest ? [{ ...task, handlers: rest.handlers, signedBy: rest.signedBy }] : [];
      }),
      held: Object.fromEntries(
        held.flatMap((task) => {
          const holder = holders.all.find(({ isJob, origin }) => isJob && origin === task.taskId) ?? holders.latest;
          if (!holder) return [];
          const { nodeId, nodeName } = holder;
          return [[task.taskId, { nodeId, nodeName, until: task.appliedAt + holdMs }]];
        }),
      ),
      gone: [...gone, ...system.gone],
      jobsCreated: [...jobsCreated, ...asked.jobsCreated],
      jobsGone: [...jobsGone, ...asked.jobsGone],
      reports,
      ended: run.ended,
      endedBy: run.notes.endedBy ?? null,
      circulated: run.notes.circulated ?? null,
      messages: run.notes.messages,
      suspendedAt: run.suspendedAt,
      deadlock: findDeadlock(run, waits.length + events.length),
      events,
      unmatched: run.notes.unmatched,
      signals: run.notes.signals,
      repeatedSigners: run.notes.repeatedSigners,
      path: {
        flows: ofTheDiagram(run, [...run.notes.path.flows]),
        nodes: ofTheDiagram(run, [...run.notes.path.nodes]),
        current: run.ended ? [] : currentOf(run, listCurrentNodes(run)),
      },
      wakeAt:
        run.suspendedAt === null
          ? earliest([
              ...held.map((task) => task.appliedAt + settings.reportHoldMs),
              system.dueAt,
              ...events.map(({ dueAt }) => dueAt),
              ...Object.values(run.timeOuts),
            ])
          : null,
    },
    ledger: dropUnreferenced(run, { taskCount: taskCount + (opened ? 1 : 0), startReported, gone: goneLater }),
  };
}

/** A token that waits for scripts after an activity is shown at the activity. */
function currentOf(run: InstanceRun, ids: readonly string[]): readonly string[] {
  const { services } = run.model;
  return [
    ...new Set(
      ofTheDiagram(
        run,
        ids.map((id) => services.get(id)?.conditions?.behind ?? id),
      ),
    ),
  ];
}

/** Removes nodes that are not in the author's diagram: the nodes of a called process are shown as their call activity. */
function ofTheDiagram({ model: { reserved } }: InstanceRun, ids: readonly string[]): readonly string[] {
  return reserved === undefined ? ids : ids.filter((id) => !reserved.has(id));
}

function describeEvents({ net, businessKey }: InstanceRun, listening: readonly Listening[]): WaitingEvent[] {
  return listening.map(({ key, node, described: { trigger } }) => {
    const listener = net.state.listeners[key];
    const named = listener && 'name' in listener ? listener : undefined;
    const isOwn = trigger.kind === 'message' && trigger.correlationKey !== undefined;
    return {
      kind: trigger.kind,
      nodeId: node.id,
      executionId: key,
      dueAt: listener?.kind === 'timer' ? listener.dueAt : null,
      name: named?.name ?? null,
      correlationKey: (isOwn || named?.key !== businessKey ? named?.key : undefined) ?? null,
    };
  });
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
