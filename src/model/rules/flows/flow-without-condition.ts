import type { Flow, FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * Camunda 7, Flowable and Activiti evaluate the flows of an exclusive gateway in the order of the file, and treat a flow
 * without a condition as true. BPMN 2.0, 10.6.2, requires a condition on every flow but the default one.
 */
export const flowWithoutCondition: Rule = {
  name: 'flow-without-condition',
  check: (draft) =>
    [...draft.routings]
      .filter(([, { kind }]) => kind === 'conditions' || kind === 'variable')
      .flatMap(([id]) => judgeGateway(draft.diagram.nodes.get(id), draft)),
};

function judgeGateway(gateway: FlowNode | undefined, { conditions }: Draft): readonly Finding[] {
  const evaluated = (gateway?.outgoing ?? []).filter(({ isDefault }) => !isDefault);
  const at = evaluated.findIndex(({ id }) => !conditions.has(id));
  const flow = evaluated[at];
  // `gateway-without-conditions` reports a gateway none of whose flows has a condition.
  if (gateway === undefined || flow === undefined || evaluated.every(({ id }) => !conditions.has(id))) return [];
  const others = [...evaluated.slice(at + 1), ...gateway.outgoing.filter(({ isDefault }) => isDefault)];
  const never = others.length === 0 ? '' : `, and ${others.map(nameFlow).join(', ')} after it never`;
  return [
    {
      severity: 'warning',
      guess: true,
      elementId: flow.id,
      reason: `The flow ${nameFlow(flow)} out of the gateway "${gateway.name}" has no condition. It is taken if none of the flows before it in the file is taken${never}.`,
      remedy: 'Mark it as the default flow if that is what you mean; otherwise give it a condition.',
    },
  ];
}

function nameFlow({ id, name }: Flow): string {
  return name === undefined ? id : `"${name}"`;
}
