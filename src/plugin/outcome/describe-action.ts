import type { Scope } from '../../model/expressions/expression.ts';
import type { Button, CountedButton } from '../../model/nodes/button.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { Action, PreviousAction } from '../../protocol/action.ts';
import type { HandledTask } from '../state/ledger.ts';
import type { RunSettings, StepFacts } from '../state/run-settings.ts';
import { fillUrl, withNames } from '../variables/fill-texts.ts';

/** A button of a pending task, in the form for the center (spec, Action item). */
export function describeAction(button: Button, taskId: string, scope: Scope, settings: RunSettings): Action {
  return { ...describeButton(button, taskId, scope, settings), optType: button.optType, allowMerge: button.allowMerge };
}

/**
 * The buttons of a handled task (spec, Previous-action item): those of its node if a person handled it. A task that the
 * system ended, or that was transferred, has none.
 */
export function describePreviousActions(
  model: ProcessModel,
  { taskId, nodeId, handler, handlerName, turnHandler }: HandledTask,
  variables: Scope,
  { instance, settings }: StepFacts,
): PreviousAction[] {
  if (handlerName !== null || turnHandler !== null) return [];
  const node = model.userTasks.get(nodeId);
  const { handledButtons = [], nodeName = nodeId } = node ?? {};
  const scope = withNames(variables, { taskId, nodeId, nodeName, handlers: [handler] }, instance);
  return handledButtons.map((button) => describePreviousAction(button, taskId, scope, settings));
}

// In previousActions the spec gives optType as a string, and there is no batch setting.
function describePreviousAction(
  button: CountedButton,
  taskId: string,
  scope: Scope,
  settings: RunSettings,
): PreviousAction {
  return {
    ...describeButton(button, taskId, scope, settings),
    optType: button.optType === 1 ? '1' : '0',
    ...(button.times !== undefined && { times: button.times }),
  };
}

function describeButton(
  { label, type, key, url, method, nextNodeKey }: Button,
  taskId: string,
  scope: Scope,
  settings: RunSettings,
) {
  return {
    name: label,
    type,
    url: url === undefined ? settings.actionUrl(taskId, key) : fillUrl(url, scope),
    method,
    ...(nextNodeKey !== undefined && { nextNodeKey }),
  };
}
