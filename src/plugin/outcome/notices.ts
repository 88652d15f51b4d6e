import type { Execution } from 'bpmn-engine';
import type { Scope } from '../../model/expressions/expression.ts';
import type { MessageTemplate, NoticeMoment } from '../../model/message-template.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { shownNameOf } from '../apply/press-trigger.ts';
import { listWaits, type Wait } from '../engine/waits.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { HandledTask, OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import type { InstanceInfo, StepFacts } from '../state/run-settings.ts';
import type { Circulated } from '../state/step-notes.ts';
import { withNames } from '../variables/fill-texts.ts';
import { composeMessage, isForNobody, type MessagePeople } from './compose-message.ts';
import { nameOf } from './describe-task.ts';
import type { CreatedTask } from './new-waits.ts';
import type { Assignment } from './resolve-assignment.ts';

const HOUR_MS = 3_600_000;

/** What a message is about, and whom its words mean besides. */
interface Occasion {
  readonly nodeId: string;
  /** Of a message that is about one. */
  readonly taskId?: string | null;
  /** Of one that is about none: the task whose handling led to it, which it names instead. */
  readonly cause?: HandledTask;
  readonly scope?: Scope;
  readonly handlers?: Assignment;
  readonly handled?: readonly string[];
  readonly circulated?: readonly string[];
}

/** Adds a drawn message to those the step sends. Numbered, so that the same step gives it the same sendId. */
export function addMessage(
  run: InstanceRun,
  template: MessageTemplate,
  occasion: Occasion,
  { instance, settings }: StepFacts,
): void {
  const { nodeId, taskId = null, cause, handlers, handled = run.handledBy, circulated = [] } = occasion;
  const scope = withHandlerName(occasion.scope ?? run.scope, cause, instance);
  const { instanceId, initiator } = instance;
  const people: MessagePeople = { handlers: handlers ?? handlersOf(run), initiator, handled, circulated };
  const sendId = `${instanceId}.message.${run.messageCount + 1}`;
  // Who handled a task is the one that a notice of it calls its handler.
  const shown = taskId !== null && handlers === undefined ? handled : people.handlers.handlers;
  const about = taskId ?? cause?.taskId ?? null;
  const subject = { taskId: about, nodeId, nodeName: nodeNameIn(run, nodeId), handlers: shown };
  const task = run.model.userTasks.get(nodeId);
  const nodeName = task ? nameOf(task, withNames(scope, subject, instance)) : subject.nodeName;
  const named = withNames(scope, { ...subject, nodeName }, instance);
  const request = composeMessage(template, { sendId, nodeId, now: run.context.now, people }, named, settings);
  if (isForNobody(template, request)) return;
  run.messageCount += 1;
  run.notes.messages.push({ nodeId, request });
}

/** Who handled the task that led to a message is named in it, by their account where the host tells no names. */
function withHandlerName(scope: Scope, cause: HandledTask | undefined, instance: InstanceInfo): Scope {
  if (cause === undefined || (scope.handlerName ?? null) !== null) return scope;
  const { handler, handlerName, personName } = cause;
  return { ...scope, handlerName: handlerName ?? shownNameOf(instance, handler, personName) ?? handler };
}

/** As it is drawn; of the process as the center calls it. */
function nodeNameIn({ model }: InstanceRun, nodeId: string): string {
  if (nodeId === model.processId) return model.transTypeName;
  return model.events.get(nodeId)?.nodeName ?? nodeId;
}

/** Those of all tasks that are open. */
function handlersOf({ openTasks }: InstanceRun): Assignment {
  const open = [...openTasks.values()];
  return {
    handlers: open.flatMap(({ handlers }) => handlers),
    handlingGroups: open.flatMap(({ handlingGroups }) => handlingGroups),
  };
}

/** What a step did that somebody may want to be told of. */
export interface Happenings {
  readonly created: readonly CreatedTask[];
  readonly handled: readonly HandledTask[];
}

/**
 * Adds the messages of `ttc:notify`: of what was created, handled and circulated, of tasks whose time is over, and of the
 * end the process comes to by itself.
 */
export function addNotices(
  run: InstanceRun,
  execution: Execution,
  { created, handled }: Happenings,
  facts: StepFacts,
): void {
  const { now } = facts;
  const { model } = run;
  const scopeOf = createScopeOf(run, execution);
  const tell = (on: NoticeMoment, occasion: Occasion, task?: OpenTask) => {
    for (const template of noticesFor(model, occasion.nodeId, on)) {
      const { nodeId } = occasion;
      const about = task ? { nodeId, taskId: task.taskId, scope: scopeOf(task), handlers: task } : occasion;
      addMessage(run, template, about, facts);
    }
  };
  for (const task of handled) {
    if (task.handlerName === null && task.turnHandler === null)
      tell('handled', {
        nodeId: task.nodeId,
        taskId: task.taskId,
        handled: [task.handler],
        scope: run.scopeOf(run.notes.pressedIn.get(task.taskId), {}),
      });
  }
  for (const task of created) {
    tell('created', { nodeId: task.nodeId }, task);
    const { timeOut } = task.item;
    const isTimed = timeOut !== undefined && noticesFor(model, task.nodeId, 'timeout').length > 0;
    if (isTimed) run.timeOuts[task.taskId] = now + timeOut * HOUR_MS;
  }
  if (run.notes.circulated) tellCirculated(run, run.notes.circulated, scopeOf, facts);
  for (const task of takeTimedOut(run, now)) tell('timeout', { nodeId: task.nodeId }, task);
  if (run.ended && !run.notes.endedBy) {
    const { processId } = model;
    const cause = run.handled[run.notes.completedOrigin ?? ''];
    for (const { on, message } of model.notices ?? []) {
      if (on === 'end') addMessage(run, message, { nodeId: processId, ...(cause && { cause }) }, facts);
    }
  }
}

/** What expressions see at a task. The engine is asked once, and only for a message: a countersign may have hundreds. */
function createScopeOf(run: InstanceRun, execution: Execution): (task: OpenTask) => Scope {
  let places: Map<string, Wait> | undefined;
  return ({ taskId }) => {
    places ??= placesOf(run, listWaits(execution));
    const wait = places.get(taskId);
    return wait ? run.scopeOf(wait.scope, wait.api.content) : run.scope;
  };
}

/** Where each open task is waited for; of one that is shared, the first of its executions. */
function placesOf({ openTasks }: InstanceRun, waits: readonly Wait[]): Map<string, Wait> {
  const byExecution = new Map(waits.map((wait) => [wait.executionId, wait]));
  const places = new Map<string, Wait>();
  for (const [executionId, { taskId }] of openTasks) {
    const wait = byExecution.get(executionId);
    if (wait && !places.has(taskId)) places.set(taskId, wait);
  }
  return places;
}

/** By what the diagram says, else by what the host says of every circulation. */
function tellCirculated(
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

/** Open tasks whose time has come, each once; those that are no longer open are forgotten. */
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

/** Those of the node, else those that the process has for all its tasks. */
function noticesFor(model: ProcessModel, nodeId: string, moment: NoticeMoment): MessageTemplate[] {
  const own = (model.userTasks.get(nodeId)?.notices ?? []).filter(({ on }) => on === moment);
  const notices = own.length > 0 ? own : (model.notices ?? []).filter(({ on }) => on === moment);
  return notices.map(({ message }) => message);
}
