import { ModelError, StepError } from '../../errors.ts';
import type { Expression, Scope } from '../../model/expressions/expression.ts';
import type { CountedButton } from '../../model/nodes/button.ts';
import type { SummaryEntry, UserTaskNode } from '../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { SUMMARY_SEPARATOR } from '../../protocol/constants.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { TaskPanel } from '../../protocol/task-view.ts';
import { PRESS_RIGHTS } from '../apply/press/press-rights.ts';
import type { TaskTexts } from '../state/ledger.ts';
import { onlyAnswers } from '../state/panel.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import { fillUrl, withNames } from '../variables/fill-texts.ts';
import { describeAction, operationActions } from './describe-action.ts';
import { hoursLeft, hoursUntil, wholeHours } from './due-hours.ts';
import type { Assignment } from './resolve-assignment.ts';

interface TaskContext {
  readonly instance: InstanceInfo;
  readonly settings: RunSettings;
  /** The variables that the expressions of the task see. */
  readonly scope: Scope;
  /** The variables that the expressions of the process see. */
  readonly ofProcess: Scope;
  /** The name of the first task of the node, if the name is computed. */
  readonly firstName?: string;
  /** Texts of an earlier task, to which it was sent back. */
  readonly earlier?: TaskTexts;
}

/**
 * The task in the form for the center (spec, Next-task item). There all tasks of a node have one nodeName; if a computed
 * name has changed since, the task has its own name as taskName.
 */
export function describeTask(
  model: ProcessModel,
  node: UserTaskNode,
  task: {
    readonly taskId: string;
    readonly createdAt: number;
    readonly panel?: TaskPanel | undefined;
    readonly dueAt?: number | undefined;
  } & Assignment,
  { instance, settings, scope: variables, ofProcess, firstName, earlier }: TaskContext,
): NextTaskItem {
  const { nodeId, nodeName: drawnName } = node;
  const subject = { taskId: task.taskId, nodeId, nodeName: drawnName, handlers: task.handlers };
  const ownName = earlier
    ? (earlier.taskName ?? earlier.nodeName)
    : taskNameOf(node, withNames(variables, subject, instance));
  const nodeName = firstName ?? ownName;
  const scope = withNames(variables, { ...subject, nodeName: ownName }, instance);
  const ofWhole = withNames(ofProcess, { ...subject, nodeName: ownName }, instance);
  const { canDelegate, autoCreateTransType } = node;
  return {
    nodeId: node.nodeId,
    ...(earlier ?? {
      nodeName,
      ...(ownName !== nodeName && { taskName: ownName }),
      ...optionalText('taskName', node.taskName, scope),
      ...summaries('taskSummary', node.summary, scope),
    }),
    taskId: task.taskId,
    ...(task.handlers.length > 0
      ? { handlers: task.handlers.join(',') }
      : { handlingGroup: task.handlingGroups.join(',') }),
    ...ofTransaction(model, instance, ofWhole),
    ...(task.dueAt === undefined
      ? !earlier && timeOutOf(node, scope, task.createdAt, settings.timeZone)
      : { timeOut: hoursLeft(task.dueAt, task.createdAt) }),
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
    ...urlsOf(node, scope, settings),
    actions: [
      ...shownButtons(model, node, task, settings).map((button) =>
        describeAction(button, task.taskId, scope, settings),
      ),
      ...operationActions(node.multiInstance?.shared ? [] : node.allow, scope, settings),
    ],
  };
}

/** Claiming is offered beside the pages of the other operations, or not at all. */
function shownButtons(
  model: ProcessModel,
  node: UserTaskNode,
  task: Parameters<typeof buttonsOf>[2],
  { taskDefaults }: RunSettings,
) {
  const { buttons } = buttonsOf(model, node, task);
  const { claim, release } = model.ownButtons;
  return taskDefaults.operationUrl === undefined
    ? buttons.filter((each) => each !== claim && each !== release)
    : buttons;
}

/**
 * A system task in the form for the center: nobody can handle or delegate it. It is only shown, so texts of the transaction
 * that cannot be computed now are left out, and fail nothing.
 */
export function describeSystemTask(
  model: ProcessModel,
  task: Pick<NextTaskItem, 'nodeId' | 'nodeName'> & { readonly taskId: string; readonly handler: string },
  variables: Scope,
  { instance, settings }: Pick<TaskContext, 'instance' | 'settings'>,
): NextTaskItem {
  const { handler, ...named } = task;
  const scope = withNames(variables, { ...named, handlers: [handler] }, instance);
  return {
    ...named,
    handlers: handler,
    ...shownTexts(model, instance, scope),
    canDelegate: 0,
    actions: systemButtons(model).map((button) => describeAction(button, task.taskId, scope, settings)),
  };
}

function shownTexts(model: ProcessModel, instance: InstanceInfo, scope: Scope) {
  try {
    return ofTransaction(model, instance, scope);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { transactionName: _name, ...nameless } = model;
    return ofTransaction({ ...nameless, summary: [] }, instance, scope);
  }
}

/** The buttons of a system task: those of the process that the initiator may press. */
export function systemButtons({ processButtons }: ProcessModel): readonly CountedButton[] {
  return processButtons.filter(({ type }) => PRESS_RIGHTS[type].who.includes('initiator'));
}

/** The buttons of a task as they are pressed: of who was asked, or has it back, that alone, and those of the process. */
export function buttonsOf(
  { ownButtons, processButtons }: ProcessModel,
  node: Pick<UserTaskNode, 'buttons' | 'handledButtons' | 'allow' | 'multiInstance'>,
  { panel, handlers, handlingGroups }: Assignment & { readonly panel?: TaskPanel | null | undefined },
): Pick<UserTaskNode, 'buttons' | 'handledButtons'> {
  if (onlyAnswers(panel)) {
    const answer = panel?.asked?.kind === 'direct' ? ownButtons.resubmit : ownButtons.opinion;
    return { buttons: [answer, ...processButtons], handledButtons: [] };
  }
  if (panel?.asked?.kind === 'claim') return withButton(node, ownButtons.release);
  const isOfSeveral = handlingGroups.length > 0 || handlers.length > 1;
  const mayBeClaimed = isOfSeveral && node.allow.includes('claim') && !node.multiInstance?.shared;
  return mayBeClaimed ? withButton(node, ownButtons.claim) : node;
}

/** A button of the diagram with the same key is the one that is pressed. */
function withButton<Node extends Pick<UserTaskNode, 'buttons'>>(node: Node, own: CountedButton): Node {
  const isTaken = node.buttons.some(({ key }) => key === own.key);
  return isTaken ? node : { ...node, buttons: [...node.buttons, own] };
}

/** What all tasks of a transaction have. */
function ofTransaction(
  model: ProcessModel,
  { instanceId, businessKey, initiator, initiatorName }: InstanceInfo,
  scope: Scope,
) {
  return {
    transTypeCode: model.transTypeCode,
    transTypeName: model.transTypeName,
    ...optionalText('transcationName', model.transactionName, scope),
    serialNumber: businessKey ?? instanceId,
    initiator,
    ...(initiatorName !== null && { initiatorName }),
    ...summaries('transSummary', model.summary, scope),
  };
}

/** If a computed name is empty, the id is used, as for a node without a name. */
export function taskNameOf({ nodeId, nodeName, computedName }: UserTaskNode, scope: Scope): string {
  return computedName === undefined ? nodeName : textOf(computedName.evaluate(scope)).trim() || nodeId;
}

function urlsOf(node: UserTaskNode, scope: Scope, settings: RunSettings): Partial<NextTaskItem> {
  const templates = { ...settings.taskDefaults.urls, ...node.urls };
  const urls: Partial<NextTaskItem> = {};
  for (const name of ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'] as const) {
    const template = templates[name];
    if (template !== undefined) urls[name] = fillUrl(template, scope);
  }
  if (settings.bothMobileSpellings) {
    if (urls.mHandleUrl !== undefined) urls.mhandleUrl = urls.mHandleUrl;
    if (urls.mViewUrl !== undefined) urls.mviewUrl = urls.mViewUrl;
  }
  return urls;
}

function timeOutOf(node: UserTaskNode, scope: Scope, createdAt: number, timeZone: string): { timeOut?: number } {
  if (!node.timeOut) return {};
  const value = node.timeOut.expression.evaluate(scope);
  if (value === null || value === undefined || value === '') return {};
  const hours = node.timeOut.kind === 'hours' ? wholeHours(value) : hoursUntil(value, createdAt, timeZone);
  if (hours === undefined) {
    throw new StepError(
      'ERR_EXPRESSION_FAILED',
      `The time-out of ${node.nodeId}, ${node.timeOut.expression.text}, is neither hours, a duration nor a date.`,
      { details: { nodeId: node.nodeId } },
    );
  }
  return { timeOut: hours };
}

function optionalText<Name extends string>(name: Name, expression: Expression | undefined, scope: Scope) {
  const text = expression === undefined ? '' : textOf(expression.evaluate(scope));
  return (text === '' ? {} : { [name]: text }) as { [key in Name]?: string };
}

function summaries<Name extends string>(name: Name, entries: readonly SummaryEntry[], scope: Scope) {
  const texts = entries.map(({ title, content }) => `${title}${SUMMARY_SEPARATOR}${textOf(content.evaluate(scope))}`);
  return (texts.length === 0 ? {} : { [name]: texts }) as { [key in Name]?: string[] };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
