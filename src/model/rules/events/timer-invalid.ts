import type { TimerTrigger } from '../../nodes/event-node.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import { timerFormsOf } from '../../read/events/read-timer.ts';
import { isCron, neverFires } from '../../timers/cron-time.ts';
import { readTimerTime } from '../../timers/timer-time.ts';
import type { Rule } from '../rule.ts';

export const timerInvalid: Rule = {
  name: 'timer-invalid',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFault(event);
      if (fault === undefined) return [];
      const reason = `The timer "${event.node.name}" ${fault}.`;
      const remedy =
        'Give one duration such as P2D or PT8H, one date such as 2030-01-31T18:00:00Z, one cycle such as R3/PT1H or 0 0 9 ? * MON-FRI, or an expression.';
      return { severity: 'error', elementId: event.node.id, reason, remedy };
    }),
};

function findFault({ kind, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'timer') return undefined;
  if (trigger?.kind === 'timer') return findFaultOfValue(trigger);
  const forms = timerFormsOf(definition);
  return forms.length === 0 ? 'does not say when' : `gives more than one time: ${forms.join(', ')}`;
}

const NAMES = {
  duration: 'an ISO 8601 duration',
  date: 'an ISO 8601 date',
  cycle: 'an ISO 8601 repeating interval, nor a cron pattern that can be read',
};

function findFaultOfValue(trigger: TimerTrigger): string | undefined {
  const { form, value, until } = trigger;
  if (form === 'cycle' && value.constant && matchesNoDate(trigger))
    return `is set to "${value.text}", a cron pattern that matches no date, so it never fires`;
  if (value.constant && !canRead(trigger, value.text)) return `is set to "${value.text}", which is not ${NAMES[form]}`;
  if (until?.constant && !canRead({ form: 'date' }, until.text))
    return `ends at "${until.text}", which is not ${NAMES.date}`;
  return undefined;
}

function matchesNoDate({ value: { text }, writtenFor }: TimerTrigger): boolean {
  try {
    return isCron(text.trim()) && neverFires(text.trim(), writtenFor);
  } catch {
    return false;
  }
}

function canRead(trigger: Pick<TimerTrigger, 'form' | 'writtenFor'>, text: string): boolean {
  try {
    readTimerTime(trigger, text);
    return true;
  } catch {
    return false;
  }
}
