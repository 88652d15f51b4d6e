import { ACTION_TYPES, type ActionType, HTTP_METHODS } from '../../../protocol/constants.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { Button, ButtonEffect, CountedButton, Vote } from '../../nodes/button.ts';
import type { Flow, FlowNode } from '../diagram.ts';
import { toLabel } from '../label.ts';
import type { Routing } from '../read-routing.ts';
import { effectOf, nextNodeKeyOf, voteOf } from './derive-buttons.ts';
import type { ActionDraft } from './read-actions.ts';

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
    ...(nextNodeKey === undefined ? {} : { nextNodeKey }),
    ...(action.url === undefined ? {} : { url: action.url }),
    ...(vote === undefined ? {} : { vote }),
    ...(action.target === undefined ? {} : { to: action.target }),
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
  const byTarget = gateway.outgoing.filter((flow) => flow.target?.id === nextNodeKey);
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
