import type { EventDraft } from '../../read/events/read-event.ts';
import { readDelay } from '../../timers/jbpm-delay.ts';
import type { Rule } from '../rule.ts';

export const timerCycleFiresOnce: Rule = {
  name: 'timer-cycle-fires-once',
  check: ({ events }) =>
    events.filter(repeats).flatMap((event) => {
      const end = findEnd(event);
      if (end === undefined) return [];
      const { node } = event;
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `The timer "${node.name}" repeats, but ${end}, so only its first round happens.`,
        remedy: 'Give it a duration, or make it a non-interrupting event if every round should happen.',
      };
    }),
};

/** `R1` and a plain duration have one round, so nothing is lost. */
function repeats({ trigger }: EventDraft): boolean {
  if (trigger?.kind !== 'timer' || trigger.form !== 'cycle') return false;
  const text = trigger.value.text.trim();
  const delay = readDelay(text);
  return !/^(R1\/|P)/i.test(text) && (delay === undefined || delay.periodMs !== undefined);
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
