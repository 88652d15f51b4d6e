import type { TimerTrigger } from '../../nodes/event-node.ts';
import { numbersWeekdays, startsWeekAtOne } from '../../timers/cron-time.ts';
import type { Rule } from '../rule.ts';

/** Reports cron patterns that engines interpret differently, with the interpretation that is used. */
export const timerReadAs: Rule = {
  name: 'timer-read-as',
  check: ({ events }) =>
    events.flatMap(({ node, trigger }) => {
      const taken = trigger?.kind === 'timer' && trigger.value.constant ? findGuess(trigger) : undefined;
      if (taken === undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `The timer "${node.name}" ${taken}.`,
        remedy:
          'Do nothing if that is what you mean; otherwise write it in ISO 8601, or the days of the week as MON to SUN.',
        guess: true,
      };
    }),
};

function findGuess({ form, value: { text }, writtenFor }: TimerTrigger): string | undefined {
  if (form !== 'cycle' || !numbersWeekdays(text)) return undefined;
  const first = startsWeekAtOne(text, writtenFor) ? '1 is Sunday, as in Quartz' : '0 and 7 are Sunday';
  return `is set to "${text}" and numbers the days of the week: ${first}`;
}
