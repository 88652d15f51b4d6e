import { ACTION_TYPES, type ActionType, HTTP_METHODS } from '../../../protocol/constants.ts';
import { EN } from '../../../texts/en.ts';
import { defined } from '../../defined.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { Button, ButtonEffect, CountedButton, OwnButton, Vote } from '../../nodes/button.ts';
import type { ProcessModel } from '../../process-model.ts';
import type { Flow, FlowNode } from '../diagram.ts';
import { gatewayAfter, isCountersign, type Routing } from '../read-routing.ts';
import { readTtc } from '../read-ttc.ts';
import type { ActionDraft } from './read-actions.ts';

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
      ...defined({ vote }),
      ...shared,
    };
  });
}

/** Those that a diagram does not name; a key of the diagram's own wins. */
export function ownButtons(options: ModelOptions, makeKey: (wish: string) => string): ProcessModel['ownButtons'] {
  const button = (key: OwnButton, type: 'HANDLE' | 'TRANSFER', allowMerge: 0 | 1 = 0): CountedButton => {
    const label = toLabel(options.ownLabels?.[key] ?? EN[`button.${key}`], options);
    return { key: makeKey(key), label, type, optType: 0, method: 'post', allowMerge, effect: { kind: key } };
  };
  return {
    opinion: button('opinion', 'HANDLE'),
    resubmit: button('resubmit', 'HANDLE'),
    claim: button('claim', 'TRANSFER', 1),
    release: button('release', 'TRANSFER'),
  };
}

/** The flow's name, else its target's. */
export function flowLabel(flow: Flow): string {
  return flow.name ?? flow.target.name;
}

/** The id of the target node; the id of the flow if another flow of the gateway has the same target. */
function nextNodeKeyOf(flow: Flow, gateway: FlowNode): string {
  const same = gateway.outgoing.filter((other) => other.target === flow.target);
  return same.length > 1 ? flow.id : flow.target.id;
}

/** What the button of a flow does when it is pressed. */
function effectOf(flow: Flow, gateway: FlowNode, routing: Routing): ButtonEffect {
  if (routing.kind === 'press' || routing.kind === 'votes') {
    return { kind: 'route', gatewayId: gateway.id, flowId: flow.id };
  }
  const value = routing.kind === 'variable' ? routing.values.get(flow.id) : undefined;
  if (routing.kind === 'conditions' || value === undefined) return { kind: 'complete' };
  return { kind: 'set', variable: routing.variable, value };
}

/** `ttc:vote` of a flow; undefined if it is neither `approve` nor `reject`. */
function voteOf(flow: Flow): Vote | undefined {
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

/** The gateway after the task of an action, if the pressed button chooses between its flows. */
export interface RoutedGateway {
  readonly gateway: FlowNode;
  readonly routing: Routing;
}

/** Turns a `ttc:action` into a button; undefined if its type is unknown, for which the file is refused. */
export function readExplicitButton(
  action: ActionDraft,
  routed: RoutedGateway | undefined,
  options: ModelOptions,
  makeKey: (wish: string) => string,
): Button | undefined {
  const type = typeOf(action);
  if (type === undefined) return undefined;
  const flow = type === 'HANDLE' && routed !== undefined ? flowOf(action, routed.gateway) : undefined;
  const vote = voteOfAction(action, flow);
  const nextNodeKey =
    flow !== undefined && routed !== undefined ? nextNodeKeyOf(flow, routed.gateway) : action.nextNodeKey;
  return {
    key: makeKey(action.key ?? type.toLowerCase()),
    type,
    label: toLabel(action.name ?? type, options),
    optType: action.optType === '1' ? 1 : 0,
    method: HTTP_METHODS.find((method) => method === action.method?.toLowerCase()) ?? 'post',
    allowMerge: action.allowMerge === '1' ? 1 : 0,
    effect: effectOfAction(type, flow, routed),
    ...defined({ nextNodeKey, url: action.url, vote, to: action.target }),
  };
}

/** {@link readExplicitButton} for a `ttc:previousAction` or a button of the process, which may have `times`. */
export function readCountedButton(
  action: ActionDraft,
  options: ModelOptions,
  makeKey: (wish: string) => string,
): CountedButton | undefined {
  const button = readExplicitButton(action, undefined, options, makeKey);
  if (button === undefined) return undefined;
  return action.times === undefined ? button : { ...button, times: Number(action.times) };
}

export function typeOf(action: ActionDraft): ActionType | undefined {
  return ACTION_TYPES.find((type) => type === action.type);
}

/** Whether a task has explicit buttons of type HANDLE; otherwise its buttons are derived. */
export function hasHandleButtons(actions: readonly ActionDraft[]): boolean {
  return actions.some((action) => typeOf(action) === 'HANDLE');
}

/** The flow that an action names by the id of its target or of the flow. */
export function flowOf({ nextNodeKey }: ActionDraft, gateway: FlowNode): Flow | undefined {
  if (nextNodeKey === undefined) return undefined;
  const byFlow = gateway.outgoing.find((flow) => flow.id === nextNodeKey);
  const byTarget = gateway.outgoing.filter((flow) => flow.target.id === nextNodeKey);
  return byFlow ?? (byTarget.length === 1 ? byTarget[0] : undefined);
}

/** The vote of an action, else the vote of its flow. */
export function voteOfAction({ vote }: ActionDraft, flow: Flow | undefined): Vote | undefined {
  if (vote === 'approve' || vote === 'reject') return vote;
  return flow === undefined ? undefined : voteOf(flow);
}

function effectOfAction(type: ActionType, flow: Flow | undefined, routed: RoutedGateway | undefined): ButtonEffect {
  if (type !== 'HANDLE') return { kind: 'operation' };
  return flow === undefined || routed === undefined
    ? { kind: 'complete' }
    : effectOf(flow, routed.gateway, routed.routing);
}

/** Keys that need no escaping in a callback url. */
const URL_SAFE = /^[A-Za-z0-9_.-]+$/;

export function isUrlSafe(key: string): boolean {
  // `.` and `..` are path segments with a special meaning.
  return URL_SAFE.test(key) && !/^\.+$/.test(key);
}

/** Makes url-safe keys for the buttons of one node, all different. */
export function createKeyMaker(): (wish: string) => string {
  const taken = new Set<string>();
  return (wish) => {
    const base = isUrlSafe(wish)
      ? wish
      : wish
          .replace(/[^A-Za-z0-9_-]+/g, '-')
          .replace(/^-+/, '')
          .replace(/(?<!-)-+$/, '') || 'button';
    let key = base;
    for (let count = 2; taken.has(key); count += 1) key = `${base}-${count}`;
    taken.add(key);
    return key;
  };
}

/** A label on one line (modelers insert line breaks into long names), translated by the host. */
function toLabel(text: string, { translateLabel }: ModelOptions): string {
  const label = text.replace(/\s+/g, ' ').trim();
  return translateLabel === undefined ? label : translateLabel(label);
}

/** The flows that a countersign takes when it is approved or rejected; a complete diagram has one of each. */
export interface VotesReading {
  readonly gatewayId: string;
  readonly approve: readonly string[];
  readonly reject: readonly string[];
  /** Flows of the gateway that no vote leads to. */
  readonly without: readonly string[];
}

/** Reads `ttc:vote` from the flows after a countersign and from its explicit buttons. */
export function readVotes(gateway: FlowNode, actions: readonly ActionDraft[]): VotesReading {
  const votes = { approve: new Set<string>(), reject: new Set<string>() };
  for (const flow of gateway.outgoing) {
    const vote = voteOf(flow);
    if (vote !== undefined) votes[vote].add(flow.id);
  }
  for (const action of actions) {
    const flow = flowOf(action, gateway);
    if (flow !== undefined && (action.vote === 'approve' || action.vote === 'reject')) votes[action.vote].add(flow.id);
  }
  const { approve, reject } = votes;
  const without = gateway.outgoing.map(({ id }) => id).filter((id) => !approve.has(id) && !reject.has(id));
  return { gatewayId: gateway.id, approve: [...approve], reject: [...reject], without };
}
