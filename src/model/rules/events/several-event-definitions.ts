import type { FlowNode } from '../../read/diagram.ts';
import { type EventKind, eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import type { Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

/** BPMN 2.0.2, 10.5.1: any one of several definitions fires a catch event; a throw event throws them all. */
export const severalEventDefinitions: Rule = {
  name: 'several-event-definitions',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap((node) => {
      const kinds =
        findUnsupported(node.element) === undefined ? eventDefinitionsOf(node.element).map(eventKindOf) : [];
      const fault = kinds.length < 2 ? undefined : findFault(node, kinds);
      if (fault === undefined) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The event "${node.name}" has several definitions (${kinds.join(', ')}), ${fault}.`,
        remedy: 'Draw an event for each of them.',
      };
    }),
};

function findFault({ type, element, scope }: FlowNode, kinds: readonly EventKind[]): string | undefined {
  if (element.get('parallelMultiple') === true) return 'and waits for all of them (parallelMultiple), which is not run';
  if (kinds.includes('terminate')) return 'but nothing is thrown any more once it terminates';
  const timers = kinds.filter((kind) => kind === 'timer').length;
  if (type === 'bpmn:StartEvent' && scope.kind === 'process' && timers > 1)
    return 'but a start event of a process can have only one timer';
  return undefined;
}
