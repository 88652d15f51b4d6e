import type { ActionDraft } from '../read/read-actions.ts';
import { typeOf } from '../read/read-explicit-button.ts';
import type { Finding, Rule } from './rule.ts';

export const actionNotSupportedYet: Rule = {
  name: 'action-not-supported-yet',
  check: ({ process, userTasks }) => [
    ...process.actions.flatMap(judge),
    ...userTasks.flatMap(({ actions, previousActions }) => [
      ...actions.flatMap(judge),
      ...previousActions.map((action) => refuse(action, 'a button on a task that was handled (ttc:previousAction)')),
    ]),
  ],
};

function judge(action: ActionDraft): readonly Finding[] {
  const type = typeOf(action);
  if (type !== undefined && type !== 'HANDLE') return [refuse(action, `a button of the type ${type}`)];
  return action.optType === '1' ? [refuse(action, 'a button that opens a page (optType 1)')] : [];
}

function refuse(action: ActionDraft, kind: string): Finding {
  return {
    severity: 'error',
    elementId: action.elementId,
    reason: `This version does not run ${kind}: "${action.name ?? action.type ?? kind}".`,
    remedy: 'Remove it; buttons that handle the task (HANDLE, optType 0) run.',
  };
}
