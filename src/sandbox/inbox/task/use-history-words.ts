import { useCenter } from '../control/center.tsx';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import type { HistoryWords } from './history-events.ts';

export function useHistoryWords(): HistoryWords {
  const texts = useTexts();
  const times = useTimes();
  const { nameOf, membersOf, groupName } = useCenter();
  return {
    ...{ texts, times, nameOf },
    handlersOf({ handlers, groups, delegates = [] }) {
      const names =
        handlers.length > 0
          ? handlers.map(nameOf)
          : groups.map((group) => texts.task.groupWith(groupName(group), membersOf(group).join(texts.and)));
      const own = names.join(texts.and);
      return delegates.length === 0 ? own : texts.delegate.withDelegates(own, delegates.map(nameOf).join(texts.and));
    },
  };
}
