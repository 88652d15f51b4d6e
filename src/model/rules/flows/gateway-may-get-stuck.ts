import type { FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import { type Condition, ignoresConditions } from '../../read/read-condition.ts';
import { gatewayAfter } from '../../read/read-routing.ts';
import type { Rule } from '../rule.ts';

export const gatewayMayGetStuck: Rule = {
  name: 'gateway-may-get-stuck',
  check: (draft) =>
    [...draft.diagram.nodes.values()]
      .filter((node) => hasOnlyConditions(node, draft) && !isAlwaysDecided(node, draft))
      .map((node) => (draft.diagram.reserved.has(node.id) ? (node.incoming[0]?.source ?? node) : node))
      .map(({ id, name, type }) => ({
        severity: 'warning',
        elementId: id,
        reason: `Every flow out of ${CHOOSES.has(type) ? 'the gateway ' : ''}"${name}" has a condition; if none is true, the step fails.`,
        remedy: 'Mark one flow as the default flow, unless one condition is always true.',
      })),
};

const CHOOSES = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway']);

// An activity whose flows have conditions chooses between them, as a gateway does.
function hasOnlyConditions({ outgoing }: FlowNode, { conditions, expressionFailures }: Draft): boolean {
  // `expression-invalid` reports invalid conditions; that is problem enough for one gateway.
  if (outgoing.length === 0 || outgoing.some(({ id }) => expressionFailures.some((each) => each.elementId === id)))
    return false;
  return outgoing.every((flow) => {
    const condition = conditions.get(flow.id);
    return condition !== undefined && !isPlain(condition) && !flow.isDefault && !ignoresConditions(flow);
  });
}

const ALWAYS_TRUE = /^\s*(?:[$#]\{\s*true\s*\}|=\s*true)\s*$/;

/** Always true, or plain text, which another rule reports. */
function isPlain({ expression, isConstant, script }: Condition): boolean {
  if (ALWAYS_TRUE.test(expression.text)) return true;
  return isConstant !== true && script === undefined && expression.constant;
}

/** Whether a press before the gateway sets the variable, or two conditions are opposites. */
function isAlwaysDecided(gateway: FlowNode, { routings }: Draft): boolean {
  const routing = routings.get(gateway.id);
  if (routing?.kind === 'votes') return true;
  if (routing?.kind !== 'variable') return false;
  const values = [...routing.values.values()];
  const behindPeople = gateway.incoming.every(
    ({ source }) => source?.type === 'bpmn:UserTask' && gatewayAfter(source) === gateway,
  );
  return behindPeople || (values.includes(true) && values.includes(false));
}
