import type { DrawnScope } from '../../read/diagram.ts';
import { eventDefinitionsOf } from '../../read/events/event-kind.ts';
import type { Finding, Rule } from '../rule.ts';
import { findVendorTrigger } from '../vendors/vendor-trigger.ts';

export const eventSubProcessStart: Rule = {
  name: 'event-sub-process-start',
  check: ({ diagram }) =>
    diagram.scopes.filter(({ kind }) => kind === 'event sub-process').flatMap((scope) => judge(scope)),
};

function judge({ id, name, nodes }: DrawnScope): readonly Finding[] {
  const [start, ...others] = nodes.filter(({ type }) => type === 'bpmn:StartEvent');
  const remedy =
    'Give it exactly one start event, with a timer, a message, a signal, a condition, an error or an escalation.';
  const refuse = (reason: string, how = remedy): readonly Finding[] => [
    { severity: 'error', elementId: id, reason: `The event sub-process "${name}" ${reason}.`, remedy: how },
  ];
  if (start === undefined) return refuse('has no start event, so nothing ever sets it off');
  if (others.length > 0) return refuse(`has ${others.length + 1} start events`);
  if (eventDefinitionsOf(start.element).length > 0) return [];
  const trigger = findVendorTrigger(start.element);
  if (trigger !== undefined)
    return refuse(`has a start event "${start.name}" with ${trigger.shown}, which is not run`, trigger.remedy);
  return refuse(`has a start event "${start.name}" that waits for nothing, so nothing ever sets it off`);
}
