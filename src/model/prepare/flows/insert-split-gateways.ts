import { defined } from '../../defined.ts';
import { setChildren } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { declareMarks, reservedId, setMarks } from '../../moddle/prepared-mark.ts';
import { createExpressionReader } from '../../read/expression-reader.ts';
import { readCondition, scriptFormatOf } from '../../read/read-condition.ts';
import { readVariable } from '../../read/read-routing.ts';
import { containersOf, flowsOf, rewireFlows } from './links-to-flows.ts';

/**
 * Inserts a gateway after activities and events whose flows have conditions, in two cases:
 * - an inclusive gateway if a condition is a script, where a token can wait for the job that runs it. It chooses as the
 *   activity does: flows without a condition are always taken, the default flow only if no other is. BPMN 2.0.2, 13.2.1.
 * - an exclusive gateway behind a user task whose conditions exclude each other, so that its buttons can decide.
 * @returns whether there were any
 */
export function insertSplitGateways(process: ModdleElement): boolean {
  const splits = containersOf(process).flatMap((container) => {
    const flows = flowsOf(container);
    const sources = new Set(flows.flatMap((flow) => elementOf(flow, 'sourceRef') ?? []));
    return [...sources].flatMap((source) => {
      const outgoing = flows.filter((flow) => elementOf(flow, 'sourceRef') === source);
      const type = gatewayFor(source, outgoing);
      return type === undefined ? [] : [{ container, source, outgoing, type }];
    });
  });
  for (const each of splits) split(each);
  return splits.length > 0;
}

interface Split {
  readonly container: ModdleElement;
  readonly source: ModdleElement;
  readonly outgoing: readonly ModdleElement[];
  readonly type: 'bpmn:InclusiveGateway' | 'bpmn:ExclusiveGateway';
}

function gatewayFor(source: ModdleElement, outgoing: readonly ModdleElement[]): Split['type'] | undefined {
  if (source.$type.endsWith('Gateway')) return undefined;
  if (outgoing.some(isScripted)) return 'bpmn:InclusiveGateway';
  return source.$type === 'bpmn:UserTask' && excludeEachOther(source, outgoing) ? 'bpmn:ExclusiveGateway' : undefined;
}

/** Whether all conditions test one variable for different values, or the only one `outcome`; a flow without a condition excludes none. */
function excludeEachOther(source: ModdleElement, outgoing: readonly ModdleElement[]): boolean {
  const fallback = elementOf(source, 'default');
  const flows = outgoing.map((flow) => ({
    id: flow.id ?? '',
    isDefault: flow === fallback,
    ...defined({ condition: elementOf(flow, 'conditionExpression') }),
  }));
  const conditional = flows.filter(({ isDefault }) => !isDefault);
  if (conditional.some(({ condition }) => condition === undefined)) return false;
  const expressions = createExpressionReader();
  const conditions = new Map(conditional.map((flow) => [flow.id, readCondition(flow, expressions)]));
  return readVariable(flows, conditions) !== undefined;
}

function isScripted(flow: ModdleElement): boolean {
  const condition = elementOf(flow, 'conditionExpression');
  if (condition === undefined || elementOf(elementOf(flow, 'sourceRef'), 'default') === flow) return false;
  return scriptFormatOf(condition) !== undefined;
}

function split({ container, source, outgoing, type }: Split): void {
  const gateway = createElement(type, { id: reservedId(source, 'split'), name: nameOf(source) ?? source.id });
  gateway.set('default', elementOf(source, 'default'));
  source.set('default', undefined);
  for (const flow of outgoing) flow.set('sourceRef', gateway);
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
