import { StepError } from '../errors.ts';
import type { Expression, Scope } from '../model/expressions/expression.ts';
import type { ProcessModel, SummaryEntry, UserTaskNode } from '../model/process-model.ts';
import { SUMMARY_SEPARATOR } from '../protocol/limits.ts';
import type { NextTaskItem } from '../protocol/task-handling.ts';
import { describeAction, fillUrl, type UrlIds } from './describe-action.ts';
import { hoursUntil, wholeHours } from './due-hours.ts';
import type { Assignment } from './resolve-assignment.ts';
import type { InstanceInfo, RunSettings } from './run-settings.ts';

interface TaskContext {
  readonly instance: InstanceInfo;
  readonly settings: RunSettings;
  /** What the expressions see that are written on the process. */
  readonly ofProcess: Scope;
}

/** The task as the center is told of it (spec, Next-task item). */
export function describeTask(
  model: ProcessModel,
  node: UserTaskNode,
  task: { readonly taskId: string; readonly createdAt: number } & Assignment,
  scope: Scope,
  { instance, settings, ofProcess }: TaskContext,
): NextTaskItem {
  const { instanceId } = instance;
  const ids = { taskId: task.taskId, instanceId, nodeId: node.nodeId };
  const canDelegate = node.canDelegate ?? settings.taskDefaults.canDelegate;
  const autoCreateTransType = node.autoCreateTransType ?? settings.taskDefaults.autoCreateTransType;
  return {
    nodeId: node.nodeId,
    nodeName: nameOf(node, scope),
    taskId: task.taskId,
    ...(task.handlers.length > 0
      ? { handlers: task.handlers.join(',') }
      : { handlingGroup: task.handlingGroups.join(',') }),
    transTypeCode: model.transTypeCode,
    transTypeName: model.transTypeName,
    ...optionalText('transcationName', model.transactionName, ofProcess),
    ...optionalText('taskName', node.taskName, scope),
    serialNumber: instance.businessKey ?? instanceId,
    initiator: instance.initiator,
    ...(instance.initiatorName !== null && { initiatorName: instance.initiatorName }),
    ...summaries('transSummary', model.summary, ofProcess),
    ...summaries('taskSummary', node.summary, scope),
    ...timeOutOf(node, scope, task.createdAt, settings.timeZone),
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
    ...urlsOf(node, ids, settings),
    actions: node.buttons.map((button) => describeAction(button, ids, settings)),
  };
}

/** A name that comes to nothing is the id, as for a node without one. */
function nameOf({ nodeId, nodeName, computedName }: UserTaskNode, scope: Scope): string {
  return computedName === undefined ? nodeName : textOf(computedName.evaluate(scope)).trim() || nodeId;
}

function urlsOf(node: UserTaskNode, ids: UrlIds, settings: RunSettings): Partial<NextTaskItem> {
  const templates = { ...settings.taskDefaults.urls, ...node.urls };
  const urls: Partial<NextTaskItem> = {};
  for (const name of ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'] as const) {
    const template = templates[name];
    if (template !== undefined) urls[name] = fillUrl(template, ids);
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
