import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';

/** More tokens at one node of a scope in one step, or rounds of one token, can only be a loop that nothing ends. */
const MAX_VISITS = 120;

/**
 * Rounds of one token in which nothing changed that a condition reads. Expressions are pure, so the second of them already
 * shows that the third will be the same; the rest is for other branches, which the engine may move in between. A
 * node takes about a millisecond, several in a process that has just started.
 */
const MAX_SAME_ROUNDS = 3;

/** A token that has reached a node. */
interface Visit {
  readonly place: string;
  /** The number of changes until then. */
  readonly changes: number;
  /** How often this token, or what it came from, was here before, without a change in between. */
  readonly rounds: number;
  /** The same, with or without a change. */
  readonly times: number;
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
    const { rounds, times } = this.#add(executionId, place, this.#byExecution.get(behind));
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (rounds > MAX_SAME_ROUNDS)
      return endlessLoop(nodeId, `with all variables as they were, a token came back to ${nodeId} ${rounds} times`);
    return Math.max(count, times) > MAX_VISITS
      ? endlessLoop(nodeId, `${nodeId} was reached more than ${MAX_VISITS} times`)
      : undefined;
  }

  #add(executionId: string, place: string, from: Visit | undefined): Visit {
    const latest = this.#places.has(place) ? latestAt(place, from) : undefined;
    const isSame = latest?.changes === this.#changes;
    const visit = {
      ...{ place, from, changes: this.#changes },
      ...{ rounds: isSame ? latest.rounds + 1 : 0, times: latest ? latest.times + 1 : 0 },
    };
    this.#byExecution.set(executionId, visit);
    this.#places.add(place);
    return visit;
  }
}

/** Goes back along the way of the token. */
function latestAt(place: string, from: Visit | undefined): Visit | undefined {
  for (let visit = from; visit; visit = visit.from) if (visit.place === place) return visit;
  return undefined;
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message = `The process contains a loop without a wait: ${reason} in one step.`;
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
