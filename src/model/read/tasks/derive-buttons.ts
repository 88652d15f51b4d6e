import { EN } from '../../../texts/en.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { Button, ButtonEffect, Vote } from '../../nodes/button.ts';
import type { Flow, FlowNode } from '../diagram.ts';
import { toLabel } from '../label.ts';
import { gatewayAfter, isCountersign, type Routing } from '../read-routing.ts';
import { readTtc } from '../ttc/read-ttc.ts';

/**
 * The buttons of a user task without `ttc:action` elements: one per flow of the exclusive gateway directly after it, if
 * the pressed button or a single tested variable chooses the flow; otherwise one button that completes the task.
 */
export function deriveButtons(
  node: FlowNode,
  routings: ReadonlyMap<string, Routing>,
  options: ModelOptions,
  makeKey: (wish: string) => string,
): readonly Button[] {
  const gateway = gatewayAfter(node);
  const routing = gateway && routings.get(gateway.id);
  const flows = gateway === undefined || routing === undefined ? [] : flowsWithButton(gateway, routing);
  const shared = { type: 'HANDLE', optType: 0, method: 'post', allowMerge: options.allowMerge ?? 0 } as const;
  if (gateway === undefined || routing === undefined || flows.length === 0) {
    const label = toLabel(options.handleLabel ?? EN['button.handle'], options);
    return [{ key: makeKey('handle'), label, effect: { kind: 'complete' }, ...shared }];
  }
  return flows.map((flow) => {
    const vote = routing.kind === 'votes' && isCountersign(node) ? voteOf(flow) : undefined;
    return {
      key: makeKey(flow.id),
      label: toLabel(flowLabel(flow), options),
      nextNodeKey: nextNodeKeyOf(flow, gateway),
      effect: effectOf(flow, gateway, routing),
      ...(vote === undefined ? {} : { vote }),
      ...shared,
    };
  });
}

/** The flow's name, else its target's. */
export function flowLabel(flow: Flow): string {
  return flow.name ?? flow.target?.name ?? flow.id;
}

/** The id of the target node; the id of the flow if another flow of the gateway has the same target. */
export function nextNodeKeyOf(flow: Flow, gateway: FlowNode): string {
  const same = gateway.outgoing.filter((other) => other.target === flow.target);
  return same.length > 1 || flow.target === undefined ? flow.id : flow.target.id;
}

/** What the button of a flow does when it is pressed. */
export function effectOf(flow: Flow, gateway: FlowNode, routing: Routing): ButtonEffect {
  if (routing.kind === 'press' || routing.kind === 'votes') {
    return { kind: 'route', gatewayId: gateway.id, flowId: flow.id };
  }
  const value = routing.kind === 'variable' ? routing.values.get(flow.id) : undefined;
  if (routing.kind === 'conditions' || value === undefined) return { kind: 'complete' };
  return { kind: 'set', variable: routing.variable, value };
}

/** `ttc:vote` of a flow; undefined if it is neither `approve` nor `reject`. */
export function voteOf(flow: Flow): Vote | undefined {
  const vote = readTtc(flow.element, 'vote');
  return vote === 'approve' || vote === 'reject' ? vote : undefined;
}

/** The flows of a gateway that get a button each; none if conditions decide. */
export function flowsWithButton(gateway: FlowNode, routing: Routing): readonly Flow[] {
  switch (routing.kind) {
    case 'press':
    case 'votes':
      return gateway.outgoing;
    case 'variable':
      return gateway.outgoing.filter((flow) => routing.values.has(flow.id));
    case 'conditions':
      return [];
  }
}
