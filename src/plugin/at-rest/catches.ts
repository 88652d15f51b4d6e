import type { EventNode, EventTrigger } from '../../model/nodes/event-node.ts';

export type Thrown = Extract<EventTrigger, { kind: 'error' | 'escalation' }>;

/** Whether it listens to an error or escalation of that code. */
export function catches({ trigger, role }: EventNode, thrown: Thrown): boolean {
  if (role.kind === 'throw' || trigger.kind !== thrown.kind) return false;
  return trigger.code === undefined || trigger.code === thrown.code;
}
