import type { Scope } from '../../model/expressions/expression.ts';
import type { EventTrigger } from '../../model/nodes/event-node.ts';
import type { Listening } from '../state/ledger.ts';

/** A message or a signal, by which events find each other. */
export type NamedTrigger = Extract<EventTrigger, { kind: 'message' | 'signal' }>;

export function isNamed(trigger: EventTrigger): trigger is NamedTrigger {
  return trigger.kind === 'message' || trigger.kind === 'signal';
}

/** Whether its name or correlation key depends on variables. */
export function hasComputedNames(trigger: NamedTrigger): boolean {
  return !trigger.name.constant || (trigger.kind === 'message' && trigger.correlationKey?.constant === false);
}

export function computeNames(trigger: NamedTrigger, visible: Scope): Listening {
  const key = trigger.kind === 'message' ? trigger.correlationKey?.evaluate(visible) : undefined;
  return {
    name: String(trigger.name.evaluate(visible)),
    correlationKey: key === undefined || key === null ? null : String(key),
  };
}
