import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';

/** More tokens at one node of a scope in one step can only be a loop that nothing ends. */
const MAX_VISITS = 120;

/**
 * Rounds of one token in which nothing changed that a condition reads. Expressions are pure, so the second of them already
 * shows that the third will be the same; the rest is for other branches, which the engine may move in between. A
 * node takes about a millisecond, several in a process that has just started.
 */
const MAX_SAME_ROUNDS = 5;

/** A token that has reached a node. */
interface Visit {
  readonly place: string;
  /** The number of changes until then. */
  readonly changes: number;
  /** How often this token, or what it came from, was here before, without a change in between. */
  readonly rounds: number;
  /** Where the token came from; undefined if it was at rest before the step. */
  readonly from: Visit | undefined;
}

/** What a token comes from, and what it sees. */
interface Arrival {
  readonly executionId: string;
  /** The execution that sent the token. */
  readonly behind: string;
  /** The variables of the instance and of its calls; other objects once one of them was set. */
  readonly seen: readonly unknown[];
}

/** How often a step has reached each node. Finds loops without a wait, which would go on until the stack overflows. */
export class Visits {
  readonly #counts = new Map<string, number>();
  readonly #byExecution = new Map<string, Visit>();
  readonly #places = new Set<string>();
  #seen: readonly unknown[] = [];
  #changes = 0;

  /** Begins again, for what an event or a timer sets off, which are counted themselves. */
  clear(): void {
    this.#counts.clear();
  }

  /** Something has changed besides the variables: the next round of a loop may be another. */
  noteChange(): void {
    this.#changes += 1;
  }

  /** Counts a token. @returns the error once there are too many */
  note(
    { id = '', parent, inbound = [] }: EngineContent,
    { executionId, behind, seen }: Arrival,
  ): StepError | undefined {
    const nodeId = nodeIdOf(id);
    const place = `${parent?.executionId} ${nodeId}`;
    // A join takes a token that another branch has left there.
    if (inbound.length > 1 || seen.some((each, index) => each !== this.#seen[index])) this.noteChange();
    this.#seen = seen;
    const from = this.#byExecution.get(behind);
    const rounds = this.#places.has(place) ? this.#roundsOf(place, from) : 0;
    this.#byExecution.set(executionId, { place, changes: this.#changes, rounds, from });
    this.#places.add(place);
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (rounds > MAX_SAME_ROUNDS)
      return endlessLoop(nodeId, `with all variables as they were, a token came back to ${nodeId} ${rounds} times`);
    return count > MAX_VISITS ? endlessLoop(nodeId, `${nodeId} was reached more than ${MAX_VISITS} times`) : undefined;
  }

  /** Goes back along the way of the token, as far as nothing has changed. */
  #roundsOf(place: string, from: Visit | undefined): number {
    for (let visit = from; visit?.changes === this.#changes; visit = visit.from)
      if (visit.place === place) return visit.rounds + 1;
    return 0;
  }
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message = `The process contains a loop without a wait: ${reason} in one step.`;
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
