import type { EventDraft } from '../../read/events/read-event.ts';
import type { Rule } from '../rule.ts';
import { findCatchers, thrownBy } from '../shared/find-catchers.ts';

/**
 * A throw event without a code. In Flowable and Activiti every boundary event catches it; here, only events that catch
 * every error or escalation do.
 */
export const throwWithoutCode: Rule = {
  name: 'throw-without-code',
  check: ({ events }) =>
    events.flatMap((event) => {
      const { node, role, trigger } = event;
      if (role.kind !== 'throw' || trigger === undefined) return [];
      if ((trigger.kind !== 'error' && trigger.kind !== 'escalation') || trigger.code !== undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" throws an ${trigger.kind}, but does not say which one: only events that catch every ${trigger.kind} catch it${isCaught(event, events) ? '' : NOT_CAUGHT[trigger.kind]}.`,
        remedy: `Choose or create an ${trigger.kind} with a code in the modeler${isCaught(event, events) ? '' : ', and catch that; or remove the event'}.`,
        guess: true,
      };
    }),
};

const NOT_CAUGHT = {
  error: ', and there is none here, so the step fails',
  escalation: ', and there is none here, so nothing happens',
} as const;

function isCaught(event: EventDraft, events: readonly EventDraft[]): boolean {
  const thrown = thrownBy(event);
  return thrown !== undefined && findCatchers(thrown, events).size > 0;
}
