import type { NodeEvent } from '../../net/graph.ts';
import type { Draft } from '../read/draft.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { findReachedCatchers } from '../rules/shared/find-catchers.ts';

/**
 * Whether an event may interrupt its host without other events firing at the same time: no other event of the process
 * catches the same signal or has the same condition, and an error or escalation is thrown somewhere.
 */
export function createFiresAlone(draft: Draft): (event: NodeEvent) => boolean {
  const reached = findReachedCatchers(draft);
  const drafts = new Map<NodeEvent, EventDraft>(draft.events.map((event) => [event.event, event]));
  return (event) => {
    const own = drafts.get(event);
    if (own === undefined || event.kind === 'error' || event.kind === 'escalation') return !own || reached.has(own);
    const heard = textOf(own);
    return heard === undefined || draft.events.every((other) => other === own || textOf(other) !== heard);
  };
}

function textOf({ trigger, role }: EventDraft): string | undefined {
  if (role.kind === 'throw') return undefined;
  if (trigger?.kind === 'signal') return `signal ${trigger.name.text}`;
  return trigger?.kind === 'condition' ? `condition ${trigger.condition.text}` : undefined;
}
