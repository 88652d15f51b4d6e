import { catchersIn, type Thrown } from '../../net/catchers.ts';
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
  const nodeOf = (activity: EngineActivity | undefined) => graph.nodes.get(nodeIdOf(activity?.id ?? ''));
  let { activity: left } = from;
  for (const { execution, owner } of enclosing(from.scope)) {
    const drawn = nodeOf(owner?.activity)?.content ?? graph.process;
    for (const { node, event } of catchersIn(thrown, drawn, nodeOf(left))) {
      const index = node.events.indexOf(event);
      const found = waits.find(
        (wait) =>
          wait.node.nodeId === node.id &&
          wait.index === index &&
          wait.scope.execution === execution &&
          (node.kind !== 'boundary' || wait.activity.attachedTo === left),
      );
      if (found) return found;
    }
    left = owner?.activity;
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
