import type { Draft } from '../read/draft.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { findReachedCatchers } from '../rules/shared/find-catchers.ts';

/**
 * Whether an event may interrupt its host without other events firing at the same time: no other event of the process
 * catches the same signal or has the same condition, and an error or escalation is thrown somewhere.
 */
export function createFiresAlone(draft: Draft): (event: EventDraft) => boolean {
  const { events } = draft;
  const reached = findReachedCatchers(draft);
  return (event) => {
    if (event.kind === 'error' || event.kind === 'escalation') return reached.has(event);
    const heard = textOf(event);
    return heard === undefined || events.every((other) => other === event || textOf(other) !== heard);
  };
}

function textOf({ trigger, role }: EventDraft): string | undefined {
  if (role.kind === 'throw') return undefined;
  if (trigger?.kind === 'signal') return `signal ${trigger.name.text}`;
  return trigger?.kind === 'condition' ? `condition ${trigger.condition.text}` : undefined;
}
