import type { EngineActivity, EngineMessage } from './engine-internals.ts';

/** The tokens that wait in front of an activity; `content.id` is the flow they came by. */
export function waitingTokens({ broker }: EngineActivity): EngineMessage[] {
  const messages = broker.getQueue('inbound-q')?.messages ?? [];
  return messages.filter(({ fields }) => fields.routingKey === 'flow.take');
}
