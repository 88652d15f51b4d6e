import { setChildren } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import type { Problem } from '../../problem.ts';
import { prepareProblem } from '../prepare-rules.ts';
import { containersOf, flowsOf, rewireFlows } from './links-to-flows.ts';

/**
 * Lets each flow into a start event lead to what follows the event: engines pass such a token on. bpmn-engine would not
 * start at an event with a flow to it.
 * @returns a warning for each of these flows
 */
export function passStarts(process: ModdleElement): readonly Problem[] {
  return containersOf(process).flatMap((container) =>
    elementsOf(container, 'flowElements')
      .filter(({ $type }) => $type === 'bpmn:StartEvent')
      .flatMap((start) => passStart(container, start)),
  );
}

function passStart(container: ModdleElement, start: ModdleElement): readonly Problem[] {
  const flows = flowsOf(container);
  const behind = flows.filter((flow) => elementOf(flow, 'sourceRef') === start);
  const into = flows.filter((flow) => elementOf(flow, 'targetRef') === start);
  // A start event that leads to itself, or to nothing, stays an error of `flow-not-allowed`.
  if (into.length === 0 || behind.length === 0 || behind.some((flow) => into.includes(flow))) return [];
  const target = targetBehind(container, start, behind);
  for (const flow of into) flow.set('targetRef', target);
  rewireFlows(container);
  return into.map((flow) =>
    prepareProblem('flow-to-start-event', {
      elementId: flow.id ?? '',
      reason: `The flow leads to the start event "${nameOf(start) ?? start.id}": a token goes on to what follows the event.`,
    }),
  );
}

/** The only node behind it; else a node that is inserted before its flows. */
function targetBehind(container: ModdleElement, start: ModdleElement, behind: readonly ModdleElement[]) {
  const [only, ...others] = behind;
  if (only && others.length === 0 && elementOf(only, 'conditionExpression') === undefined) {
    return elementOf(only, 'targetRef');
  }
  const name = nameOf(start) ?? start.id;
  const node = createElement('bpmn:IntermediateThrowEvent', { id: reservedId(start, 'again'), name });
  for (const flow of behind) flow.set('sourceRef', node);
  const id = reservedId(start, 'to-again');
  const flow = createElement('bpmn:SequenceFlow', { id, sourceRef: start, targetRef: node });
  for (const drawn of [node, flow]) {
    declareMarks(drawn);
    setMarks(drawn, { part: 'flow' });
  }
  setChildren(container, 'flowElements', [...elementsOf(container, 'flowElements'), node, flow]);
  return node;
}
