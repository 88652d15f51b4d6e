import type { Flow, FlowNode } from '../../read/diagram.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

export const eventGatewayTargets: Rule = {
  name: 'event-gateway-targets',
  check: ({ diagram }) =>
    [...diagram.nodes.values()]
      .filter(({ type, element }) => type === 'bpmn:EventBasedGateway' && findUnsupported(element) === undefined)
      .flatMap(judge),
};

// BPMN 2.0, 10.6.6.
function judge({ name, outgoing }: FlowNode): readonly Finding[] {
  return outgoing.flatMap((flow) => {
    const fault = findFault(flow);
    if (fault === undefined) return [];
    const reason = `The event-based gateway "${name}" leads to "${flow.target?.name}", ${fault}.`;
    const remedy =
      'Let each of its flows lead to a timer, message, signal or conditional catch event or a receive task of its own.';
    return { severity: 'error', elementId: flow.id, reason, remedy };
  });
}

function findFault({ target }: Flow): string | undefined {
  if (target === undefined || findUnsupported(target.element) !== undefined) return undefined;
  if (target.type !== 'bpmn:IntermediateCatchEvent' && target.type !== 'bpmn:ReceiveTask') {
    return 'which does not wait for an event';
  }
  if (target.incoming.length > 1) return 'which other flows lead to as well';
  return target.boundaries.length > 0 ? 'which has a boundary event' : undefined;
}
