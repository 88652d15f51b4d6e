import { ignoresConditions } from '../../read/read-condition.ts';
import type { Rule } from '../rule.ts';

// BPMN 2.0, 10.6.5 and 10.6.4: parallel and event-based gateways do not evaluate conditions.
export const conditionIgnored: Rule = {
  name: 'condition-ignored',
  check: ({ diagram, conditions }) =>
    [...diagram.flows.values()]
      .filter((flow) => conditions.has(flow.id) && ignoresConditions(flow))
      .map(({ id, source }) => ({
        severity: 'warning',
        elementId: id,
        reason: `The flow has a condition, but the gateway "${source?.name}" ignores it: ${source?.type === 'bpmn:ParallelGateway' ? 'a parallel gateway takes all its flows' : 'an event-based gateway follows the first event'}.`,
        remedy: 'Delete the condition, or draw an exclusive or inclusive gateway.',
      })),
};
