import { setChildren } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import { scriptFormatOf } from '../../read/read-condition.ts';
import { containersOf, flowsOf, rewireFlows } from './links-to-flows.ts';

/**
 * Inserts an inclusive gateway after each activity or event whose flows have scripts as conditions, where a token can wait
 * for the job that runs them. The gateway chooses as the activity does: flows without a condition are always taken, the
 * default flow only if no other is. BPMN 2.0.2, 13.2.1.
 * @returns whether there were any
 */
export function insertSplitGateways(process: ModdleElement): boolean {
  const splits = containersOf(process).flatMap((container) => {
    const sources = sourcesIn(container);
    for (const source of sources) split(container, source);
    return sources;
  });
  return splits.length > 0;
}

function sourcesIn(container: ModdleElement): readonly ModdleElement[] {
  const scripted = flowsOf(container).filter(isScripted);
  const sources = new Set(scripted.flatMap((flow) => elementOf(flow, 'sourceRef') ?? []));
  return [...sources].filter(({ $type }) => !$type.endsWith('Gateway'));
}

function isScripted(flow: ModdleElement): boolean {
  const condition = elementOf(flow, 'conditionExpression');
  if (condition === undefined || elementOf(elementOf(flow, 'sourceRef'), 'default') === flow) return false;
  return scriptFormatOf(condition) !== undefined;
}

function split(container: ModdleElement, source: ModdleElement): void {
  const gateway = createElement('bpmn:InclusiveGateway', {
    id: reservedId(source, 'split'),
    name: nameOf(source) ?? source.id,
  });
  gateway.set('default', elementOf(source, 'default'));
  source.set('default', undefined);
  for (const flow of flowsOf(container)) {
    if (elementOf(flow, 'sourceRef') === source) flow.set('sourceRef', gateway);
  }
  const id = reservedId(source, 'to-split');
  const flow = createElement('bpmn:SequenceFlow', { id, sourceRef: source, targetRef: gateway });
  for (const [drawn, part] of [
    [gateway, 'choice'],
    [flow, 'flow'],
  ] as const) {
    declareMarks(drawn);
    setMarks(drawn, { part });
  }
  setChildren(container, 'flowElements', [...elementsOf(container, 'flowElements'), gateway, flow]);
  rewireFlows(container);
}
