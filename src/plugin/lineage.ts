import type { EngineContent } from './engine-internals.ts';
import type { Origin } from './ledger.ts';

/**
 * Who caused an activity: the origin of the last token that arrived, which is the one that completed a join.
 * A flow that an inclusive join gave up has no sender and is passed over. Nothing sent the start event.
 */
export function originOf(entered: EngineContent, origins: Readonly<Record<string, Origin>>): Origin {
  const senders = (entered.inbound ?? []).map((token) => token.evaluationId).filter((id) => id !== undefined);
  const last = senders.at(-1);
  return last === undefined ? null : (origins[last] ?? null);
}
