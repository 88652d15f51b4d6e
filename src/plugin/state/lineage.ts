import type { EngineContent } from '../engine/engine-internals.ts';
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
  return origins[executionBehind(entered, origins)] ?? null;
}

/** The execution an activity goes on from, by the same rules; its origin is that of the activity. */
export function executionBehind(entered: EngineContent, origins: Origins): string {
  const inbound = entered.inbound ?? [];
  const sender = inbound.findLast(({ evaluationId }) => evaluationId !== undefined)?.evaluationId;
  return sender ?? inbound[0]?.executionId ?? executionOfScope(entered.parent?.executionId, origins);
}

export function originOfScope(scopeId: string | undefined, origins: Origins): Origin {
  return origins[executionOfScope(scopeId, origins)] ?? null;
}

/** An iteration that has not begun goes on from what the whole goes on from. */
function executionOfScope(scopeId: string | undefined, origins: Origins): string {
  const id = scopeId ?? '';
  // An origin of null is known as well: the start.
  return id in origins ? id : rootOfIteration(id);
}

/** The execution of a multi-instance, from that of one iteration, `<root>_<index>`. */
export function rootOfIteration(executionId: string): string {
  return executionId.replace(/_\d+$/, '');
}
