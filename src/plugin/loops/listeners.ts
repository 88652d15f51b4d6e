import type { EventNode, EventTrigger } from '../../model/nodes/event-node.ts';
import { catches } from '../at-rest/catches.ts';
import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import { hasComputedNames, isNamed } from '../variables/compute-names.ts';
import type { Beyond } from './beyond.ts';
import { isOfCall, passesOn } from './plain-nodes.ts';

/** The boundary event by which a token goes on when an error or escalation that it throws in a scope interrupts a sub-process. */
export function catcherOf(
  { role, trigger, also }: EventNode,
  scopeId: string,
  beyond: Beyond,
): ActivityDefinition | undefined {
  if (role.kind !== 'throw' || also || (trigger.kind !== 'error' && trigger.kind !== 'escalation')) return undefined;
  const { activities } = beyond.diagram;
  const catchers = [...beyond.model.events.values()].filter(({ also: others = [], ...event }) =>
    [event.trigger, ...others].some((each) => catches({ ...event, trigger: each }, trigger)),
  );
  let around = activities.get(scopeId);
  while (around && passesOn(around, beyond) && !isOfCall(around, beyond)) {
    const { id } = around;
    const [catcher, ...others] = catchers.filter((event) => subProcessLeftBy(event, beyond) === id);
    if (catcher) return others.length === 0 && onlyInterrupts(catcher) ? activities.get(catcher.nodeId) : undefined;
    around = activities.get(around.parent.id);
  }
  return undefined;
}

/**
 * Whether nothing in the model may go on by what an event throws; other instances and the center do not matter. A name that
 * is computed may fail.
 */
export function isUnheard({ role, trigger, also, message }: EventNode, { model }: Beyond): boolean {
  const kinds = CATCHING_KINDS.get(trigger.kind);
  if (role.kind !== 'throw' || also || !kinds) return false;
  if (message || (isNamed(trigger) && hasComputedNames(trigger))) return false;
  return ![...model.events.values()].some(({ role: other, trigger: first, also: more = [] }) =>
    [first, ...more].some(({ kind }) => other.kind !== 'throw' && kinds.includes(kind)),
  );
}

/** By what they are caught. */
const CATCHING_KINDS: ReadonlyMap<EventTrigger['kind'], readonly EventTrigger['kind'][]> = new Map([
  ['signal', ['signal']],
  ['escalation', ['escalation']],
  ['message', ['message', 'receive']],
]);

/** The sub-process that what an event catches leaves: its host, or the one with its event sub-process. */
function subProcessLeftBy({ role }: EventNode, { diagram }: Beyond): string | undefined {
  if (role.kind === 'boundary') return role.attachedTo;
  return role.kind === 'start' ? diagram.activities.get(role.scopeId)?.parent.id : undefined;
}

function onlyInterrupts({ role, trigger, also }: EventNode): boolean {
  const setsNothing = !('codeVariable' in trigger) || trigger.codeVariable === undefined;
  return setsNothing && !also && role.kind === 'boundary' && role.interrupting;
}

/** Whether a change of variables may set something off. */
export function listensToVariables({ model }: Beyond): boolean {
  return [...model.events.values()].some(({ trigger, also = [] }) =>
    [trigger, ...also].some(({ kind }) => kind === 'condition'),
  );
}

/** Whether a timer runs while a token is in a sub-process. */
export function listensForTime(beyond: Beyond, subProcessId: string): boolean {
  return [...beyond.model.events.values()].some((event) => {
    const triggers = [event.trigger, ...(event.also ?? [])];
    return subProcessLeftBy(event, beyond) === subProcessId && triggers.some(({ kind }) => kind === 'timer');
  });
}
