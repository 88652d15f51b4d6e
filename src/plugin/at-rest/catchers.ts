import type { EventTrigger } from '../../model/nodes/event-node.ts';
import type { EngineActivity } from '../engine/engine-internals.ts';
import { correlationKeyOf, nameOfEvent } from '../engine/event-names.ts';
import { enclosing, type LiveScope } from '../engine/live-scopes.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { EventWait } from './event-waits.ts';

type Thrown = Extract<EventTrigger, { kind: 'error' | 'escalation' }>;

/**
 * Finds the event that catches an error or an escalation: the nearest one, going outwards from the throw. Each level has
 * first the boundary events of the activity that it leaves, then the event sub-processes next to that activity; an event
 * for the code comes before an event for every code (BPMN 2.0, 10.5.6 and 10.5.7). The engine also sends it to siblings
 * and to boundary events further out.
 * @param thrower the activity that threw it, if that can have a boundary event
 */
export function findCatcher(
  thrown: Thrown,
  from: LiveScope,
  thrower: EngineActivity | undefined,
  waits: readonly EventWait[],
): EventWait | undefined {
  let host = thrower;
  for (const scope of enclosing(from)) {
    const here = waits.filter((wait) => wait.scope.execution === scope.execution && catches(wait, thrown));
    const attached = here.filter(
      ({ node: { role }, activity }) => role.kind === 'boundary' && activity.attachedTo === host,
    );
    const starts = here.filter(({ node: { role } }) => role.kind === 'start');
    const found = mostSpecific(attached) ?? mostSpecific(starts);
    if (found) return found;
    host = scope.owner?.activity;
  }
  return undefined;
}

function catches({ node: { trigger, role } }: EventWait, thrown: Thrown): boolean {
  if (role.kind === 'throw' || trigger.kind !== thrown.kind) return false;
  return trigger.code === undefined || trigger.code === thrown.code;
}

function mostSpecific(waits: readonly EventWait[]): EventWait | undefined {
  return waits.find(({ node: { trigger } }) => 'code' in trigger && trigger.code !== undefined) ?? waits[0];
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
export function catchersOf(
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
