import type { Draft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import type { Finding, Rule } from '../rule.ts';
import { catchesTheSame } from '../shared/find-catchers.ts';
import { findReachedCatchers } from '../shared/find-reached-catchers.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

/**
 * Reports events that catch an error or escalation which nothing throws. Only services and error events throw errors, and
 * only escalation events throw escalations; user tasks and messages throw nothing.
 */
export const boundaryNeverFires: Rule = {
  name: 'boundary-never-fires',
  check(draft) {
    const reached = findReachedCatchers(draft);
    return draft.events.filter((event) => !reached.has(event)).flatMap((event) => judge(event, draft));
  },
};

function judge(event: EventDraft, { diagram, events }: Draft): readonly Finding[] {
  const { node, role, trigger } = event;
  if (trigger?.kind !== 'error' && trigger?.kind !== 'escalation') return [];
  const what = trigger.code === undefined ? `an ${trigger.kind}` : `the ${trigger.kind} ${trigger.code}`;
  const byThat = events.some((other) => other.node === node && other !== event) ? ' on that trigger' : '';
  const warn = (reason: string): readonly Finding[] => [
    { severity: 'warning', elementId: node.id, reason, remedy: remedyFor(trigger.kind) },
  ];
  const twin = events.slice(0, events.indexOf(event)).find((earlier) => catchesBefore(earlier, event));
  if (twin !== undefined) {
    const reason = `"${twin.node.name}" catches ${what} before "${node.name}" does, so "${node.name}" never fires${byThat}.`;
    return [
      { severity: 'warning', elementId: node.id, reason, remedy: 'Remove one of the two, or give it another code.' },
    ];
  }
  if (role.kind === 'start') {
    return warn(`Nothing beside the event sub-process "${node.scope.name}" throws ${what}, so it never starts.`);
  }
  const host = role.kind === 'boundary' ? diagram.nodes.get(role.attachedTo) : undefined;
  if (host === undefined || findUnsupported(host.element) !== undefined) return [];
  return warn(`Nothing at "${host.name}" throws ${what} that reaches "${node.name}", so it never fires${byThat}.`);
}

/** Whether both catch the same code on one host, or start event sub-processes of the same scope. */
function catchesBefore(earlier: EventDraft, event: EventDraft): boolean {
  const [one, other] = [earlier.role, event.role];
  if (!catchesTheSame(earlier, event)) return false;
  if (one.kind === 'boundary' && other.kind === 'boundary') return one.attachedTo === other.attachedTo;
  if (one.kind !== 'start' || other.kind !== 'start' || !one.interrupting) return false;
  return earlier.node.scope.node?.scope === event.node.scope.node?.scope;
}

function remedyFor(kind: 'error' | 'escalation'): string {
  return kind === 'error'
    ? 'Throw it in a service or by an error end event of a sub-process, draw a button instead, or remove it.'
    : 'Throw it by an escalation event of a sub-process, draw a timer or a message instead, or remove it.';
}
