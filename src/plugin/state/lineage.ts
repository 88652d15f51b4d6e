import type { EngineContent } from '../engine/engine-internals.ts';
import type { Origin } from './ledger.ts';

type Origins = Readonly<Record<string, Origin>>;

/**
 * The origin of an activity; the first rule that applies wins:
 * 1. the origin of the last token that arrived, which is the one that completed a join; a flow that an inclusive join
 *    discarded has no sender and is ignored
 * 2. for a boundary event: the origin of its host
 * 3. inside a sub-process: the origin of the scope, which is its own cause, or that of the activity that completed in it last
 * 4. nothing sent it: the start
 */
export function originOf(entered: EngineContent, origins: Origins): Origin {
  return origins[executionBehind(entered, origins)] ?? null;
}

/** The execution that caused an activity, by the same rules; the activity has its origin. */
export function executionBehind(entered: EngineContent, origins: Origins): string {
  const inbound = entered.inbound ?? [];
  const sender = inbound.findLast(({ evaluationId }) => evaluationId !== undefined)?.evaluationId;
  return sender ?? inbound[0]?.executionId ?? executionOfScope(entered.parent?.executionId, origins);
}

export function originOfScope(scopeId: string | undefined, origins: Origins): Origin {
  return origins[executionOfScope(scopeId, origins)] ?? null;
}

/** An iteration that has not begun has the origin of the multi-instance. */
function executionOfScope(scopeId: string | undefined, origins: Origins): string {
  const id = scopeId ?? '';
  // An origin of null is known as well: the start.
  return id in origins ? id : rootOfIteration(id);
}

/** The execution of a multi-instance, from that of one iteration, `<root>_<index>`. */
export function rootOfIteration(executionId: string): string {
  return executionId.replace(/_\d+$/, '');
}
