import type { Expression } from '../../model/expressions/expression.ts';
import type { EventNode, EventTrigger } from '../../model/nodes/event-node.ts';
import { catches } from '../at-rest/catches.ts';
import type { Beyond } from './beyond.ts';
import { movesOneToken } from './moves-one-token.ts';
import { isOfCall, passesOn } from './plain-nodes.ts';

/**
 * The boundary event, or the start of an event sub-process, by which a token goes on when an error or escalation that it
 * throws in a scope interrupts a sub-process.
 */
export function catcherOf({ role, trigger, also }: EventNode, scopeId: string, beyond: Beyond): EventNode | undefined {
  if (role.kind !== 'throw' || also || (trigger.kind !== 'error' && trigger.kind !== 'escalation')) return undefined;
  const { activities } = beyond.diagram;
  const catchers = [...beyond.model.events.values()].filter(({ also: others = [], ...event }) =>
    [event.trigger, ...others].some((each) => catches({ ...event, trigger: each }, trigger)),
  );
  let around = activities.get(scopeId);
  while (around && passesOn(around, beyond) && !isOfCall(around, beyond)) {
    const { id } = around;
    const [catcher, ...others] = catchers.filter((event) => subProcessLeftBy(event, beyond) === id);
    if (catcher) return others.length === 0 && onlyInterrupts(catcher, beyond) ? catcher : undefined;
    around = activities.get(around.parent.id);
  }
  return undefined;
}

/** Whether nothing may go on by what an event throws; other instances and the center do not matter. */
export function isUnheard({ role, trigger, also, message }: EventNode, beyond: Beyond): boolean {
  return role.kind === 'throw' && !also && !message && isCaughtByNone(trigger.kind, beyond);
}

/** Whether nothing in the model waits for what is thrown so, by whatever name. */
export function isCaughtByNone(thrown: EventTrigger['kind'], { model }: Beyond): boolean {
  const kinds = CATCHING_KINDS.get(thrown);
  if (!kinds) return false;
  return ![...model.events.values()].some(({ role, trigger, also = [] }) =>
    [trigger, ...also].some(({ kind }) => role.kind !== 'throw' && kinds.includes(kind)),
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

function onlyInterrupts({ role, trigger, also }: EventNode, beyond: Beyond): boolean {
  const setsNothing = !('codeVariable' in trigger) || trigger.codeVariable === undefined;
  // In a sub-process that goes on, other tokens would be another question.
  const isKnown = role.kind === 'boundary' || (role.kind === 'start' && movesOneToken(beyond));
  return setsNothing && !also && isKnown && role.interrupting;
}

/**
 * Whether a change of variables may set something off where no token has come. An event at which the only token waits is
 * evaluated when that comes.
 */
export function listensToVariables(beyond: Beyond): boolean {
  return [...beyond.model.events.values()].some((event) => {
    const isCondition = [event.trigger, ...(event.also ?? [])].some(({ kind }) => kind === 'condition');
    return isCondition && !(awaitedCondition(event) && movesOneToken(beyond));
  });
}

/** For what an intermediate event waits, if variables alone decide it. */
export function awaitedCondition({ role, trigger, also }: EventNode): Expression | undefined {
  if (role.kind !== 'catch' || also || trigger.kind !== 'condition') return undefined;
  return trigger.script === undefined && !trigger.onlyChanges ? trigger.condition : undefined;
}

/** Whether a timer runs while a token is in a sub-process. */
export function listensForTime(beyond: Beyond, subProcessId: string): boolean {
  return [...beyond.model.events.values()].some((event) => {
    const triggers = [event.trigger, ...(event.also ?? [])];
    return subProcessLeftBy(event, beyond) === subProcessId && triggers.some(({ kind }) => kind === 'timer');
  });
}
