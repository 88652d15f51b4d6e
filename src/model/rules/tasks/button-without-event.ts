import type { ActionType } from '../../../protocol/constants.ts';
import type { Draft } from '../../read/draft.ts';
import type { ActionDraft } from '../../read/tasks/read-actions.ts';
import { typeOf } from '../../read/tasks/read-explicit-button.ts';
import type { Rule } from '../rule.ts';

const TYPES_THAT_FIRE: ReadonlySet<ActionType | undefined> = new Set<ActionType>([
  'PROMOTER',
  'HANDLEDR',
  'DEAL',
  'ALL',
]);

/** A button that only fires an event of the process, while no event has its key as name. */
export const buttonWithoutEvent: Rule = {
  name: 'button-without-event',
  check: (draft) => {
    const caught = listCaught(draft);
    if (caught === 'unknown') return [];
    const { process, userTasks } = draft;
    const buttons = [...process.actions, ...userTasks.flatMap((task) => [...task.actions, ...task.previousActions])];
    return buttons
      .filter((button) => TYPES_THAT_FIRE.has(typeOf(button)) && button.optType !== '1' && !caught.has(keyOf(button)))
      .map((button) => ({
        severity: 'warning',
        elementId: button.elementId,
        reason: `The button "${button.name ?? keyOf(button)}" sends ${keyOf(button)} to the process, but no event of the process waits for a message or signal of that name.`,
        remedy: 'Draw an event with that name, or listen to the event "action" of the bridge.',
      }));
  },
};

function keyOf({ key, type = '' }: ActionDraft): string {
  return key ?? type.toLowerCase();
}

/** Names of the messages and signals that are caught; unknown if a name or a called process is computed at run time. */
function listCaught({ events, services }: Draft): ReadonlySet<string> | 'unknown' {
  if (services.some(({ call }) => call !== undefined)) return 'unknown';
  const names = new Set<string>();
  for (const { role, trigger } of events) {
    if (trigger?.kind !== 'message' && trigger?.kind !== 'signal') continue;
    if (role.kind === 'throw' || role.kind === 'process-start') continue;
    if (!trigger.name.constant) return 'unknown';
    names.add(trigger.name.text);
  }
  return names;
}
