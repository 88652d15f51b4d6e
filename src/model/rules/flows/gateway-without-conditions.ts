import type { FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import { isDirectlyBefore } from '../../read/read-routing.ts';
import type { Finding, Rule } from '../rule.ts';

export const gatewayWithoutConditions: Rule = {
  name: 'gateway-without-conditions',
  check: (draft) =>
    [...draft.routings.keys()].flatMap((id) => {
      const gateway = draft.diagram.nodes.get(id);
      return gateway === undefined ? [] : judgeGateway(gateway, draft);
    }),
};

function judgeGateway(gateway: FlowNode, { conditions, routings }: Draft): readonly Finding[] {
  const { id, name, incoming, outgoing } = gateway;
  if (incoming.every(({ source }) => isDirectlyBefore(source, gateway))) return [];
  const kind = routings.get(id)?.kind;
  if (kind === 'votes') {
    return [
      {
        severity: 'error',
        elementId: id,
        reason: `Votes decide which flow the gateway "${name}" takes, but more than the user task with these votes leads to it.`,
        remedy: 'Let only the user task lead to the gateway, and only the gateway follow the user task.',
      },
    ];
  }
  if (outgoing.some((flow) => conditions.has(flow.id))) return [];
  const first = outgoing.find(({ isDefault }) => !isDefault) ?? outgoing[0];
  const addition = kind === 'press' ? ', and more than user tasks, whose buttons choose, leads to it' : '';
  return [
    {
      severity: 'warning',
      guess: true,
      elementId: id,
      reason: `No flow out of the gateway "${name}" has a condition${addition}. ${kind === 'press' ? 'From any other element' : 'As in Camunda 7, Flowable and Activiti'}, the first one in the file is always taken: ${first?.name ?? first?.id}.`,
      remedy: 'Give its flows conditions, or let only user tasks lead to it, each followed only by this gateway.',
    },
  ];
}
