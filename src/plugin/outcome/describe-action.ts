import type { Scope } from '../../model/expressions/expression.ts';
import type { Button, CountedButton } from '../../model/nodes/button.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { AllowedOperation } from '../../model/ttc/allowed-operations.ts';
import type { Action, PreviousAction } from '../../protocol/action.ts';
import type { HandledTask } from '../state/ledger.ts';
import type { RunSettings, StepFacts } from '../state/run-settings.ts';
import { fillUrl, withNames } from '../variables/fill-texts.ts';

/** A button of a pending task, in the form for the center (spec, Action item). */
export function describeAction(button: Button, taskId: string, scope: Scope, settings: RunSettings): Action {
  return { ...describeButton(button, taskId, scope, settings), optType: button.optType, allowMerge: button.allowMerge };
}

/** The buttons that open the service's own page for what people may do with the task; without such a page none. */
export function operationActions(
  allowed: readonly AllowedOperation[],
  scope: Scope,
  { texts, translate, taskDefaults: { operationUrl } }: RunSettings,
): Action[] {
  if (operationUrl === undefined) return [];
  const onPages = allowed.filter((operation) => operation !== 'claim');
  return onPages.map((operation) => ({
    name: translate(texts[`button.${operation}`]),
    type: operation === 'sendBackDirect' ? 'DEAL' : 'TRANSFER',
    url: fillUrl(operationUrl.replaceAll('{operation}', operation), scope),
    ...{ method: 'get', optType: 1, allowMerge: 0 },
  }));
}

/**
 * The buttons of a handled task (spec, Previous-action item): those of its node if a person handled it. A task that the
 * system ended, or that was transferred, has none.
 */
export function describePreviousActions(
  model: ProcessModel,
  { taskId, nodeId, handler, handlerName, turnHandler, panel }: HandledTask,
  variables: Scope,
  { instance, settings }: StepFacts,
): PreviousAction[] {
  const node = model.userTasks.get(nodeId);
  const { handledButtons = [], nodeName = nodeId } = node ?? {};
  const scope = withNames(variables, { taskId, nodeId, nodeName, handlers: [handler] }, instance);
  if (panel !== undefined) return handlerName === null ? recallAction(panel, scope, settings) : [];
  if (handlerName !== null || turnHandler !== null) return [];
  return handledButtons.map((button) => describePreviousAction(button, taskId, scope, settings));
}

const RECALLABLE: ReadonlySet<HandledTask['panel']> = new Set(['delegated', 'asked', 'sentBack', 'shared', 'passedOn']);

function recallAction(
  panel: HandledTask['panel'],
  scope: Scope,
  { texts, translate, taskDefaults: { operationUrl } }: RunSettings,
): PreviousAction[] {
  if (operationUrl === undefined || !RECALLABLE.has(panel)) return [];
  const url = fillUrl(operationUrl.replaceAll('{operation}', 'recall'), scope);
  return [{ name: translate(texts['button.recall']), type: 'HANDLEDR', url, method: 'get', optType: '1' }];
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
