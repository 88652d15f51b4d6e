import { catchersOf, type Thrown } from '../../net/catchers.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineActivity } from '../engine/engine-internals.ts';
import { correlationKeyOf, nameOfEvent } from '../engine/event-names.ts';
import { enclosing, type LiveScope } from '../engine/live-scopes.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { EventWait } from './event-waits.ts';

/**
 * Finds the event that catches an error or an escalation (`net/catchers.ts`). The engine also sends it to siblings and to
 * boundary events further out.
 * @param from `activity`: what threw it, if that can have a boundary event
 */
export function findCatcher(
  { model: { graph } }: InstanceRun,
  thrown: Thrown,
  from: { readonly scope: LiveScope; readonly activity?: EngineActivity },
  waits: readonly EventWait[],
): EventWait | undefined {
  const scopes = enclosing(from.scope);
  const left = [from.activity, ...scopes.map(({ owner }) => owner?.activity)];
  const around = waits.filter(({ node: { role }, activity, scope }) => {
    const level = scopes.findIndex(({ execution }) => execution === scope.execution);
    return level >= 0 && (role.kind !== 'boundary' || activity.attachedTo === left[level]);
  });
  const nodeOf = (activity: EngineActivity | undefined) => graph.nodes.get(nodeIdOf(activity?.id ?? ''));
  const scope = nodeOf(from.scope.owner?.activity)?.content ?? graph.process;
  for (const { node, event } of catchersOf(thrown, scope, nodeOf(from.activity))) {
    const index = node.events.indexOf(event);
    const found = around.find((wait) => wait.node.nodeId === node.id && wait.index === index);
    if (found) return found;
  }
  return undefined;
}

/** A message or signal to deliver. */
interface HeardEvent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Excludes receivers that wait for the message with another key; undefined: all that wait for the name. */
  readonly key?: string | undefined;
}

/**
 * Lists the elements that wait for a message or signal of that name, in the order of scopes and tokens.
 */
export function receiversOf(
  run: InstanceRun,
  waits: readonly EventWait[],
  { kind, name, key }: HeardEvent,
): EventWait[] {
  return waits.filter((wait) => {
    const { trigger, role } = wait.node;
    if (role.kind === 'throw' || trigger.kind !== kind || nameOfEvent(run, wait) !== name) return false;
    // A receiver without its own key is matched by the business key.
    return key === undefined || (correlationKeyOf(run, wait) ?? run.businessKey) === key;
  });
}
