import type { EventDraft } from '../../read/events/read-event.ts';
import type { Finding, Rule } from '../rule.ts';

export const eventWithoutName: Rule = {
  name: 'event-without-name',
  check: ({ events, messages }) =>
    events.flatMap((event) => {
      const { node, kind, role, trigger } = event;
      if ((kind === 'message' || kind === 'signal') && trigger === undefined) return refuse(event);
      const hasTemplate = messages.some(({ elementId, message }) => elementId === node.id && message !== undefined);
      const throwsNothing = role.kind === 'throw' && trigger?.kind === 'message' && trigger.name.text === '';
      return throwsNothing && !hasTemplate ? warn(event) : [];
    }),
};

function refuse({ node, kind, role }: EventDraft): readonly Finding[] {
  const reason = `"${node.name}" ${role.kind === 'throw' ? 'throws' : 'waits for'} a ${kind}, but does not say which one.`;
  const remedy = `Choose or create a ${kind} with a name in the modeler${
    role.kind === 'catch' && kind === 'message' ? ', or use a receive task, which needs none' : ''
  }.`;
  return [{ severity: 'error', elementId: node.id, reason, remedy }];
}

/** A warning only: Camunda 7 sends nothing for such an event either, and the token goes on. */
function warn({ node }: EventDraft): readonly Finding[] {
  return [
    {
      severity: 'warning',
      elementId: node.id,
      reason: `"${node.name}" throws a message, but does not say which one: nothing is sent, and the token goes on.`,
      remedy: 'Choose or create a message with a name, or name a service that sends it, such as a topic.',
      guess: true,
    },
  ];
}
