import { type ActionType, HTTP_METHODS } from '../../../protocol/constants.ts';
import { isUrlSafe } from '../../read/tasks/button-key.ts';
import type { ActionDraft } from '../../read/tasks/read-actions.ts';
import { typeOf } from '../../read/tasks/read-explicit-button.ts';
import type { Finding, Rule } from '../rule.ts';

export const actionInvalid: Rule = {
  name: 'action-invalid',
  check: ({ process, userTasks }) => [
    ...process.actions.flatMap((action) => judge(action, [...findFaults(action), ...findFaultsOnProcess(action)])),
    ...userTasks.flatMap(({ actions, previousActions }) => [
      ...actions.flatMap((action) => judge(action, [...findFaults(action), ...findTimes(action)])),
      ...previousActions.flatMap((action) => judge(action, [...findFaults(action), ...findFaultsOfPrevious(action)])),
    ]),
    ...userTasks.flatMap(({ node, actions, previousActions }) =>
      findSameKeys(node.id, [...actions, ...previousActions, ...process.actions]),
    ),
  ],
};

function judge(action: ActionDraft, faults: readonly string[]): readonly Finding[] {
  if (faults.length === 0) return [];
  const reason = `The button "${action.name ?? action.key ?? action.type ?? 'without a name'}" cannot be shown: ${faults.join('; ')}.`;
  return [{ severity: 'error', elementId: action.elementId, reason, remedy: 'Correct it in the extension elements.' }];
}

function findFaults(action: ActionDraft): readonly string[] {
  const faults: string[] = [];
  const { name, type, url, optType, method, allowMerge, vote, key, unread = [] } = action;
  for (const field of unread) faults.push(`a button has no field ${field}`);
  if (name === undefined) faults.push('it has no name');
  if (type === undefined) faults.push('it has no type');
  else if (typeOf(action) === undefined) faults.push(`${type} is not an action type`);
  if (key !== undefined && !isUrlSafe(key))
    faults.push(`its key ${key} contains characters other than letters, digits, _ . -`);
  if (optType !== undefined && optType !== '0' && optType !== '1') faults.push('optType must be 0 (api) or 1 (page)');
  if (optType === '1' && url === undefined) faults.push('a page action needs the url of its page');
  if (optType !== '1' && url !== undefined) faults.push('only a page action (optType 1) has a url of its own');
  if (method !== undefined && !HTTP_METHODS.some((known) => known === method.toLowerCase())) {
    faults.push('method must be get, post or put');
  }
  if (allowMerge !== undefined && !/^[01]$/.test(allowMerge)) faults.push('allowMerge must be 0 or 1');
  if (vote !== undefined && vote !== 'approve' && vote !== 'reject') faults.push('vote must be approve or reject');
  return faults;
}

const ON_A_PROCESS: ReadonlySet<ActionType | undefined> = new Set<ActionType>([
  'REVOKE',
  'BREAK_UP',
  'PROMOTER',
  'ALL',
]);

function findFaultsOnProcess(action: ActionDraft): readonly string[] {
  const type = typeOf(action);
  return [
    ...(type === undefined || ON_A_PROCESS.has(type)
      ? []
      : ['a button of a process must be of type REVOKE, BREAK_UP, PROMOTER or ALL']),
    ...findFaultsOfTimes(action),
  ];
}

function findTimes({ times }: ActionDraft): readonly string[] {
  return times === undefined ? [] : ['only a previousAction or a button of the process can have times'];
}

function findFaultsOfTimes({ times }: ActionDraft): readonly string[] {
  return times === undefined || /^[1-9]\d*$/.test(times) ? [] : ['times must be a whole number, at least 1'];
}

const ON_A_HANDLED_TASK: ReadonlySet<ActionType | undefined> = new Set<ActionType>([
  'HANDLEDR',
  'ALL',
  'REVOKE',
  'BREAK_UP',
  'PROMOTER',
]);

function findFaultsOfPrevious(action: ActionDraft): readonly string[] {
  const { allowMerge } = action;
  const type = typeOf(action);
  return [
    ...(type === undefined || ON_A_HANDLED_TASK.has(type)
      ? []
      : [`a handled task shows HANDLEDR, ALL, REVOKE, BREAK_UP and PROMOTER, but never ${type}`]),
    ...findFaultsOfTimes(action),
    ...(allowMerge === undefined ? [] : ['a previousAction cannot have a batch setting (allowMerge)']),
  ];
}

function findSameKeys(nodeId: string, actions: readonly ActionDraft[]): readonly Finding[] {
  const keys = actions.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((key) => ({
    severity: 'error',
    elementId: nodeId,
    reason: `Two buttons have the key ${key}, so a press would not say which of the two was meant.`,
    remedy: 'Give each button a key of its own, or none.',
  }));
}
