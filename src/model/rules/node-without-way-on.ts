import { type FlowNode, isEventSubProcess } from '../read/drawing.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const nodeWithoutWayOn: Rule = {
  name: 'node-without-way-on',
  check: ({ drawing }) =>
    [...drawing.nodes.values()]
      .filter((node) => node.type !== 'bpmn:EndEvent' && node.outgoing.length === 0)
      .filter((node) => !isEventSubProcess(node) && !endsByItself(node))
      .filter(({ element }) => findUnsupported(element) === undefined)
      .map(({ id, name }) => ({
        severity: 'error',
        elementId: id,
        reason: `No flow leads on from "${name}", so it is not said what follows it.`,
        remedy: 'Connect it with what follows, or with an end event.',
      })),
};

/** BPMN 2.0, 10.5.3: a sub-process that draws neither start nor end ends where no flow leads on. */
function endsByItself({ scope }: FlowNode): boolean {
  return (
    scope.kind === 'sub-process' &&
    scope.nodes.every(({ type }) => type !== 'bpmn:StartEvent' && type !== 'bpmn:EndEvent')
  );
}
