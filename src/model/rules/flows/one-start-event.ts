import { eventDefinitionsOf } from '../../read/events/event-kind.ts';
import type { Rule } from '../rule.ts';

export const oneStartEvent: Rule = {
  name: 'one-start-event',
  check({ diagram }) {
    const starts = (diagram.scopes[0]?.nodes ?? []).filter(({ type }) => type === 'bpmn:StartEvent');
    if (starts.length === 0) {
      const reason = 'The process has no start event, so there is nowhere to begin.';
      return [{ severity: 'error', elementId: diagram.processId, reason, remedy: 'Draw one start event.' }];
    }
    const plain = starts.filter(({ element }) => eventDefinitionsOf(element).length === 0);
    return plain.slice(1).map(({ id }) => ({
      severity: 'error',
      elementId: id,
      reason: `The process has ${plain.length} plain start events, so it is not clear where an instance begins.`,
      remedy: 'Keep one plain start event and let a gateway behind it choose the way.',
    }));
  },
};
