import { getDate, parseDuration, parseInterval } from '@0dep/piso';
import type { EventTrigger } from '../process-model.ts';
import type { EventDraft } from '../read/read-event.ts';
import { timerFormsOf } from '../read/read-timer.ts';
import type { Rule } from './rule.ts';

type TimerTrigger = Extract<EventTrigger, { kind: 'timer' }>;

export const timerInvalid: Rule = {
  name: 'timer-invalid',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFault(event);
      if (fault === undefined) return [];
      const reason = `The timer "${event.node.name}" ${fault}.`;
      const remedy =
        'Give one duration such as P2D or PT8H, one date such as 2030-01-31T18:00:00Z, one cycle such as R3/PT1H, or an expression.';
      return { severity: 'error', elementId: event.node.id, reason, remedy };
    }),
};

function findFault({ kind, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'timer') return undefined;
  if (trigger?.kind === 'timer') return findFaultOfValue(trigger);
  const forms = timerFormsOf(definition);
  return forms.length === 0 ? 'does not say when' : `gives more than one time: ${forms.join(', ')}`;
}

const NAMES = { duration: 'an ISO 8601 duration', date: 'an ISO 8601 date', cycle: 'an ISO 8601 repeating interval' };

function findFaultOfValue({ form, value: { constant, text } }: TimerTrigger): string | undefined {
  return !constant || isPossible(form, text) ? undefined : `is set to "${text}", which is not ${NAMES[form]}`;
}

function isPossible(form: TimerTrigger['form'], text: string): boolean {
  try {
    switch (form) {
      case 'duration':
        // The parser takes whole intervals too.
        return text.startsWith('P') && parseDuration(text) !== undefined;
      case 'date':
        return !Number.isNaN(getDate(text).getTime());
      case 'cycle':
        return parseInterval(text).duration !== undefined;
    }
  } catch {
    return false;
  }
}
