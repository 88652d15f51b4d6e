import type { TimerTrigger } from '../nodes/event-node.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { timerFormsOf } from '../read/events/read-trigger.ts';
import { isCron, neverFires, numbersWeekdays, startsWeekAtOne } from '../timers/cron-time.ts';
import { readDelay, readTimerTime } from '../timers/timer-time.ts';
import type { Rule } from './rule.ts';

const timerInvalid: Rule = {
  name: 'timer-invalid',
  severity: 'error',
  says: 'a timer has no time, several times, a text that is not a time, or a cron pattern that matches no date',
  remedy:
    'Give one duration such as P2D or PT8H, one date such as 2030-01-31T18:00:00Z, one cycle such as R3/PT1H or 0 0 9 ? * MON-FRI, or an expression.',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFault(event);
      return fault === undefined
        ? []
        : { elementId: event.node.id, reason: `The timer "${event.node.name}" ${fault}.` };
    }),
};

function findFault({ event: { kind }, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'timer') return undefined;
  if (trigger?.kind === 'timer') return findFaultOfValue(trigger);
  const forms = timerFormsOf(definition);
  return forms.length === 0 ? 'does not say when' : `gives more than one time: ${forms.join(', ')}`;
}

const NAMES = {
  duration: 'an ISO 8601 duration',
  date: 'an ISO 8601 date',
  cycle: 'an ISO 8601 repeating interval longer than zero, nor a cron pattern that can be read',
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

/** Reports cron patterns that engines interpret differently, with the interpretation that is used. */
const timerReadAs: Rule = {
  name: 'timer-read-as',
  severity: 'warning',
  says: 'a timer is a plain number, or a cron pattern that numbers the days of the week, which engines read differently',
  remedy: 'Do nothing if that is what you mean; otherwise write it in ISO 8601, or the days of the week as MON to SUN.',
  guess: true,
  check: ({ events }) =>
    events.flatMap(({ node, trigger }) => {
      const taken = trigger?.kind === 'timer' && trigger.value.constant ? findGuess(trigger) : undefined;
      if (taken === undefined) return [];
      return { elementId: node.id, reason: `The timer "${node.name}" ${taken}.` };
    }),
};

function findGuess({ form, value: { text }, writtenFor }: TimerTrigger): string | undefined {
  if (form !== 'cycle' || !numbersWeekdays(text)) return undefined;
  const first = startsWeekAtOne(text, writtenFor) ? '1 is Sunday, as in Quartz' : '0 and 7 are Sunday';
  return `is set to "${text}" and numbers the days of the week: ${first}`;
}

const timerCycleFiresOnce: Rule = {
  name: 'timer-cycle-fires-once',
  severity: 'warning',
  says: 'a repeating timer interrupts, or a token waits for it: only its first round happens',
  remedy: 'Give it a duration, or make it a non-interrupting event if every round should happen.',
  check: ({ events }) =>
    events.filter(repeats).flatMap((event) => {
      const end = findEnd(event);
      if (end === undefined) return [];
      const { node } = event;
      return {
        elementId: node.id,
        reason: `The timer "${node.name}" repeats, but ${end}, so only its first round happens.`,
      };
    }),
};

/** `R1` and a plain duration have one round, so nothing is lost. */
function repeats({ trigger }: EventDraft): boolean {
  if (trigger?.kind !== 'timer' || trigger.form !== 'cycle') return false;
  const text = trigger.value.text.trim();
  const delay = readDelay(text);
  return !/^(R(0+|0*1)\/|P)/i.test(text) && (delay === undefined || delay.periodMs !== undefined);
}

/** Why the timer does not fire a second time. */
function findEnd({ role }: EventDraft): string | undefined {
  switch (role.kind) {
    case 'boundary':
      return role.interrupting ? 'it ends the activity it is attached to' : undefined;
    case 'start':
      return role.interrupting ? 'it ends the scope around its sub-process' : undefined;
    case 'catch':
      return 'the token goes on';
    default:
      return undefined;
  }
}

const timerNeverFires: Rule = {
  name: 'timer-never-fires',
  severity: 'warning',
  says: 'a cycle of no rounds, such as R0/PT1H: the timer never fires',
  remedy: 'Write R1/PT1H for one round, R3/PT1H for three, R/PT1H to go on without end; or delete the timer.',
  check: ({ events }) =>
    events.filter(hasNoRounds).map(({ node, trigger }) => ({
      elementId: node.id,
      reason: `The timer "${node.name}" is set to "${trigger?.kind === 'timer' ? trigger.value.text : ''}", a cycle of no rounds, so it never fires.`,
    })),
};

function hasNoRounds({ trigger }: EventDraft): boolean {
  return trigger?.kind === 'timer' && trigger.value.constant && /^\s*R0+\//i.test(trigger.value.text);
}

export const TIMER_RULES: readonly Rule[] = [timerInvalid, timerReadAs, timerCycleFiresOnce, timerNeverFires];
