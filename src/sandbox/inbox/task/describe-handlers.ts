import type { CenterTask } from '../../state/center-state.ts';
import { useCenter } from '../control/center.tsx';
import { useTexts } from '../settings/language.tsx';

/** Names those who may handle a task: people, or a group with its members, and to whom it was delegated. */
export function useDescribeHandlers(): (task: Pick<CenterTask, 'handlers' | 'groups' | 'delegates'>) => string {
  const { task: texts, delegate, and } = useTexts();
  const { nameOf, membersOf, groupName } = useCenter();
  return ({ handlers, groups, delegates = [] }) => {
    const names =
      handlers.length > 0
        ? handlers.map(nameOf)
        : groups.map((group) => texts.groupWith(groupName(group), membersOf(group).join(and)));
    const own = names.join(and);
    return delegates.length === 0 ? own : delegate.withDelegates(own, delegates.map(nameOf).join(and));
  };
}
