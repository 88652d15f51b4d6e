import type { EngineContent } from './engine-internals.ts';
import type { Origin } from './ledger.ts';

type Origins = Readonly<Record<string, Origin>>;

/**
 * Who caused an activity, first match wins:
 * 1. the origin of the last token that arrived, which is the one that completed a join; a flow that an inclusive join
 *    gave up has no sender and is passed over
 * 2. of a boundary event: its host
 * 3. inside a sub-process: what the scope goes on from, which is its own cause, or what completed in it last
 * 4. nothing sent it: the start
 */
export function originOf(entered: EngineContent, origins: Origins): Origin {
  const inbound = entered.inbound ?? [];
  const sender = inbound.findLast(({ evaluationId }) => evaluationId !== undefined)?.evaluationId;
  if (sender !== undefined) return origins[sender] ?? null;
  const host = inbound[0]?.executionId;
  if (host !== undefined) return origins[host] ?? null;
  return originOfScope(entered.parent?.executionId, origins);
}

/** An iteration that has not begun goes on from what the whole goes on from. */
export function originOfScope(scopeId: string | undefined, origins: Origins): Origin {
  const id = scopeId ?? '';
  // Null is known as well: the start.
  return (id in origins ? origins[id] : origins[rootOfIteration(id)]) ?? null;
}

/** The execution of a multi-instance, from that of one iteration, `<root>_<index>`. */
export function rootOfIteration(executionId: string): string {
  return executionId.replace(/_\d+$/, '');
}
