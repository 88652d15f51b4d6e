import type { Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

/** BPMN 2.0, 13.5.6: a path ends at a node without outgoing flows. For a gateway, flows are probably missing. */
export const gatewayWithoutOutgoingFlow: Rule = {
  name: 'gateway-without-outgoing-flow',
  check: ({ diagram }) =>
    [...diagram.nodes.values()]
      .filter((node) => /Gateway$/.test(node.type) && node.outgoing.length === 0)
      .filter(({ element }) => findUnsupported(element) === undefined)
      .map(({ id, name, type }) => ({
        severity: type === 'bpmn:EventBasedGateway' ? ('error' as const) : ('warning' as const),
        elementId: id,
        reason: `No flow leaves the gateway "${name}", ${type === 'bpmn:EventBasedGateway' ? 'so it waits for nothing' : 'so its path ends there'}.`,
        remedy: 'Connect it to the next element, or to an end event if the path should end there.',
      })),
};
