import type { Draft } from '../read/draft.ts';
import type { FlowNode } from '../read/drawing.ts';
import { gatewayBehind } from '../read/read-routing.ts';
import type { Rule } from './rule.ts';

export const gatewayWithoutConditions: Rule = {
  name: 'gateway-without-conditions',
  check: (draft) =>
    routedByPeople(draft)
      .filter((gateway) => !gateway.incoming.every(({ source }) => isDirectlyBefore(source, gateway)))
      .map(({ id, name }) => ({
        severity: 'error',
        elementId: id,
        reason: `Nothing decides which way the gateway "${name}" goes: its flows have no conditions, and it is not reached from user tasks alone, whose buttons could choose.`,
        remedy:
          'Give its flows conditions, or let nothing but user tasks lead to it, each with the gateway as its only way on.',
      })),
};

function routedByPeople({ drawing, routings }: Draft): readonly FlowNode[] {
  return [...routings].flatMap(([id, { kind }]) => {
    const gateway = kind === 'press' || kind === 'votes' ? drawing.nodes.get(id) : undefined;
    return gateway === undefined ? [] : [gateway];
  });
}

function isDirectlyBefore(source: FlowNode | undefined, gateway: FlowNode): boolean {
  return source?.type === 'bpmn:UserTask' && gatewayBehind(source) === gateway;
}
