import type { Scope } from '../../model/expressions/expression.ts';
import type { MessageTemplate, NoticeMoment } from '../../model/message-template.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { DIAGRAM_MESSAGE } from '../../protocol/constants.ts';
import { idBase } from '../../protocol/restore-mark.ts';
import { shownNameOf } from '../apply/press/press-trigger.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { HandledTask, OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import type { InstanceInfo, StepFacts } from '../state/run-settings.ts';
import type { Circulated } from '../state/step-notes.ts';
import { withNames } from '../variables/fill-texts.ts';
import { scopeOfTask } from '../variables/task-variables.ts';
import { composeMessage, hasNoRecipients, type MessagePeople } from './compose-message.ts';
import { taskNameOf } from './describe-task.ts';
import { HOUR_MS } from './due-hours.ts';
import type { CreatedTask } from './new-waits.ts';
import type { Assignment } from './resolve-assignment.ts';

/** The subject of a message, and the people that its words stand for. */
interface MessageContext {
  readonly nodeId: string;
  /** The task that the message is about, if any. */
  readonly taskId?: string | null;
  /** The task whose handling led to the message; named if the message is not about a task itself. */
  readonly cause?: HandledTask;
  readonly scope?: Scope;
  readonly handlers?: Assignment;
  readonly handled?: readonly string[];
  readonly circulated?: readonly string[];
}

/** Adds a message of the diagram to the messages of the step. Messages are numbered, so that a repeated step gives each the same sendId. */
export function addMessage(
  run: InstanceRun,
  template: MessageTemplate,
  context: MessageContext,
  { instance, settings }: StepFacts,
): void {
  const { nodeId, taskId = null, cause, handlers, handled = run.handledBy, circulated = [] } = context;
  const scope = withHandlerName(context.scope ?? run.scope, cause, instance);
  const { instanceId, initiator } = instance;
  const people: MessagePeople = { handlers: handlers ?? handlersOf(run), initiator, handled, circulated };
  const sendId = `${idBase(instanceId, settings.restoreMark)}${DIAGRAM_MESSAGE}${run.messageCount + 1}`;
  // In a notice about a handled task, `handlers` is the person who handled it.
  const shown = taskId !== null && handlers === undefined ? handled : people.handlers.handlers;
  const about = taskId ?? cause?.taskId ?? null;
  const subject = { taskId: about, nodeId, nodeName: nodeNameIn(run, nodeId), handlers: shown };
  const task = run.model.userTasks.get(nodeId);
  const nodeName = task ? taskNameOf(task, withNames(scope, subject, instance)) : subject.nodeName;
  const named = withNames(scope, { ...subject, nodeName }, instance);
  const request = composeMessage(template, { sendId, nodeId, now: run.context.now, people }, named, settings);
  if (hasNoRecipients(template, request)) return;
  run.messageCount += 1;
  run.notes.messages.push({ nodeId, request });
}

/** Adds `handlerName`: the display name of the person whose handling led to the message, or the account if no name is known. */
function withHandlerName(scope: Scope, cause: HandledTask | undefined, instance: InstanceInfo): Scope {
  if (cause === undefined || (scope.handlerName ?? null) !== null) return scope;
  const { handler, handlerName, personName } = cause;
  return { ...scope, handlerName: handlerName ?? shownNameOf(instance, handler, personName) ?? handler };
}

/** Name of a node in the diagram; for the process, its name in the center. */
function nodeNameIn({ model }: InstanceRun, nodeId: string): string {
  if (nodeId === model.processId) return model.transTypeName;
  return model.events.get(nodeId)?.nodeName ?? nodeId;
}

/** The handlers of all open tasks. */
function handlersOf({ openTasks }: InstanceRun): Assignment {
  const open = [...openTasks.values()];
  return {
    handlers: open.flatMap(({ handlers }) => handlers),
    handlingGroups: open.flatMap(({ handlingGroups }) => handlingGroups),
  };
}

/** Changes of a step about which people can be notified. */
export interface NotifiableChanges {
  readonly created: readonly CreatedTask[];
  readonly handled: readonly HandledTask[];
}

/**
 * Adds the messages of `ttc:notify`: for tasks that were created, handled, circulated or timed out, and for the end of the
 * process unless it was terminated or revoked.
 */
export function addNotices(run: InstanceRun, { created, handled }: NotifiableChanges, facts: StepFacts): void {
  const { now } = facts;
  const { model } = run;
  const scopeOf = ({ taskId }: OpenTask) => scopeOfTask(run, taskId);
  const addNotice = (on: NoticeMoment, context: MessageContext, task?: OpenTask) => {
    for (const template of noticesFor(model, context.nodeId, on)) {
      const { nodeId } = context;
      const about = task ? { nodeId, taskId: task.taskId, scope: scopeOf(task), handlers: task } : context;
      addMessage(run, template, about, facts);
    }
  };
  for (const task of handled) {
    if (task.handlerName === null && task.turnHandler === null)
      addNotice('handled', {
        nodeId: task.nodeId,
        taskId: task.taskId,
        handled: [task.handler],
        scope: run.scopeOf(run.notes.pressedIn.get(task.taskId)),
      });
  }
  for (const task of created) {
    addNotice('created', { nodeId: task.nodeId }, task);
    const { timeOut } = task.item;
    const isTimed = timeOut !== undefined && noticesFor(model, task.nodeId, 'timeout').length > 0;
    if (isTimed) run.timeOuts[task.taskId] = now + timeOut * HOUR_MS;
  }
  if (run.notes.circulated) addCirculationNotices(run, run.notes.circulated, scopeOf, facts);
  for (const task of takeTimedOut(run, now)) addNotice('timeout', { nodeId: task.nodeId }, task);
  if (run.ended && !run.notes.endedBy) {
    const { processId } = model;
    const cause = run.handled[run.notes.completedOrigin ?? ''];
    for (const { on, message } of model.notices ?? []) {
      if (on === 'end') addMessage(run, message, { nodeId: processId, ...(cause && { cause }) }, facts);
    }
  }
}

/** Uses the `ttc:notify` of the diagram, else the `circulation` option of the host. */
function addCirculationNotices(
  run: InstanceRun,
  { taskId, to: circulated, account: from, opinions }: Circulated,
  scopeOf: (task: OpenTask) => Scope,
  facts: StepFacts,
): void {
  const { settings } = facts;
  const task = openTasksOf(run.openTasks.values()).find((open) => open.taskId === taskId);
  if (!task) return;
  const { nodeId } = task;
  const drawn = noticesFor(run.model, nodeId, 'circulated');
  const ofHost = settings.circulation === undefined ? [] : [settings.circulation];
  const scope = { ...scopeOf(task), nodeName: run.model.userTasks.get(nodeId)?.nodeName, from, opinions };
  for (const template of drawn.length > 0 ? drawn : ofHost) {
    addMessage(run, template, { nodeId, taskId, scope, handlers: task, circulated }, facts);
  }
}

/** Removes and returns the open tasks that have timed out. Tasks that are no longer open are removed too. */
function takeTimedOut(run: InstanceRun, now: number): OpenTask[] {
  const open = openTasksOf(run.openTasks.values());
  const due: OpenTask[] = [];
  for (const [taskId, dueAt] of Object.entries(run.timeOuts)) {
    const task = open.find((each) => each.taskId === taskId);
    if (task && (dueAt > now || run.suspendedAt !== null)) continue;
    delete run.timeOuts[taskId];
    if (task) due.push(task);
  }
  return due;
}

/** The notices of the node, else those that the process defines for all its tasks. */
function noticesFor(model: ProcessModel, nodeId: string, moment: NoticeMoment): MessageTemplate[] {
  const own = (model.userTasks.get(nodeId)?.notices ?? []).filter(({ on }) => on === moment);
  const notices = own.length > 0 ? own : (model.notices ?? []).filter(({ on }) => on === moment);
  return notices.map(({ message }) => message);
}
