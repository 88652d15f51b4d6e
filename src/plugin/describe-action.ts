import type { Button, PreviousButton, ProcessModel } from '../model/process-model.ts';
import type { Action, PreviousAction } from '../protocol/action.ts';
import type { HandledTask } from './ledger.ts';
import type { InstanceInfo, RunSettings } from './run-settings.ts';

/** What the templates of addresses are filled with. */
export interface UrlIds {
  readonly taskId: string;
  readonly instanceId: string;
  readonly nodeId: string;
}

/** A button of a pending task, as the center is told of it (spec, Action item). */
export function describeAction(button: Button, ids: UrlIds, settings: RunSettings): Action {
  return { ...describeButton(button, ids, settings), optType: button.optType, allowMerge: button.allowMerge };
}

/**
 * The buttons a task shows once it is handled (spec, Previous-action item): of one that a person handled, those of its
 * node. What the system ended, or somebody gave away, shows none.
 */
export function describePreviousActions(
  model: ProcessModel,
  { taskId, nodeId, handlerName, turnHandler }: HandledTask,
  { instanceId }: InstanceInfo,
  settings: RunSettings,
): PreviousAction[] {
  if (handlerName !== null || turnHandler !== null) return [];
  const buttons = model.userTasks.get(nodeId)?.previousActions ?? [];
  return buttons.map((button) => describePreviousAction(button, { taskId, instanceId, nodeId }, settings));
}

// In previousActions the spec gives optType as a string, and there is no batch setting.
function describePreviousAction(button: PreviousButton, ids: UrlIds, settings: RunSettings): PreviousAction {
  return {
    ...describeButton(button, ids, settings),
    optType: button.optType === 1 ? '1' : '0',
    ...(button.times !== undefined && { times: button.times }),
  };
}

function describeButton({ label, type, key, url, method, nextNodeKey }: Button, ids: UrlIds, settings: RunSettings) {
  return {
    name: label,
    type,
    url: url === undefined ? settings.actionUrl(ids.taskId, key) : fillUrl(url, ids),
    method,
    ...(nextNodeKey !== undefined && { nextNodeKey }),
  };
}

/** Fills {taskId}, {instanceId} and {nodeId} of a url template, percent-encoded. */
export function fillUrl(template: string, ids: UrlIds): string {
  return template.replace(/\{(taskId|instanceId|nodeId)\}/g, (_, name: keyof UrlIds) => encodeURIComponent(ids[name]));
}
