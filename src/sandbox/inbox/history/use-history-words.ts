import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { useCenter } from '../control/center.tsx';
import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import { findUntold, isUnhandled } from './diagram-reports.ts';
import type { HistoryWords } from './history-event.ts';

/** @param diagram of the transaction, if the business system has one */
export function useHistoryWords(diagram: TaskDiagram | undefined): HistoryWords {
  const texts = useTexts();
  const times = useTimes();
  const { nameOf, membersOf, groupName } = useCenter();
  return {
    ...{ texts, times, nameOf },
    isUnhandled: (taskId) => isUnhandled(diagram, taskId),
    untold: (taskId) => findUntold(diagram, taskId),
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
