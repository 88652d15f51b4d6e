import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const nodeWithoutWayOn: Rule = {
  name: 'node-without-way-on',
  check: ({ drawing }) =>
    [...drawing.nodes.values()]
      .filter(({ type, outgoing }) => type !== 'bpmn:EndEvent' && outgoing.length === 0)
      .filter(({ element }) => findUnsupported(element) === undefined)
      .map(({ id, name }) => ({
        severity: 'error',
        elementId: id,
        reason: `No flow leads on from "${name}", so it is not said what follows it.`,
        remedy: 'Connect it with what follows, or with an end event.',
      })),
};
