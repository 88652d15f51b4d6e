import { DEFAULT_LIMITS } from '../../config/limits.ts';
import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';
import type { AllVariables } from '../variables/called-variables.ts';

/**
 * Expressions are pure, so the second round without a change already shows that the third will be the same; the rest is
 * for other branches, which the engine may move in between.
 */
const MAX_SAME_ROUNDS = 3;

/** A token that has reached a node. */
interface Visit {
  /** The node in one run of its scope. */
  readonly place: string;
  /** The number of changes until then. */
  readonly changes: number;
  /** How often the token has come back to the place. */
  readonly rounds: number;
  /** The same, since the last change. */
  readonly sameRounds: number;
  /** Where the token came from; undefined if it was at rest before the step. */
  readonly from: Visit | undefined;
}

interface Arrival {
  readonly executionId: string;
  /** The execution that sent the token, or that threw the event by which it continues. */
  readonly behind: string;
  /** Other objects once a variable was set. */
  readonly all: AllVariables;
}

/**
 * How often each token has reached each node in one step, so that a loop without a wait fails before the stack overflows.
 * Rounds are counted for one token and one run of a sub-process: many tokens at one node are no loop.
 */
export class Visits {
  readonly #maxRounds: number;
  /** Where the token of an execution is. */
  readonly #visits = new Map<string, Visit>();
  readonly #places = new Set<string>();
  #all: AllVariables | undefined;
  #changes = 0;
  #latest: string | undefined;

  /** @param maxRounds the option `limits.rounds` */
  constructor(maxRounds = DEFAULT_LIMITS.rounds) {
    this.#maxRounds = maxRounds;
  }

  /** The execution that reached a node last, except boundary events; undefined if none did in this step. */
  get latest(): string | undefined {
    return this.#latest;
  }

  /** Something other than a variable has changed: the next round of a loop may differ. */
  noteChange(): void {
    this.#changes += 1;
  }

  /** Notes that a token has reached a node. @returns the error if it has come back there too often */
  note({ id = '', type, parent, inbound = [] }: EngineContent, arrival: Arrival): StepError | undefined {
    // A join takes a token that another branch has left there.
    if (inbound.length > 1) this.noteChange();
    // Boundary events are entered together with their hosts, and again when they have fired.
    if (type !== 'bpmn:BoundaryEvent') this.#latest = arrival.executionId;
    const nodeId = nodeIdOf(id);
    return this.#arrive(nodeId, `${parent?.executionId} ${nodeId}`, arrival);
  }

  /** Notes that a boundary event which keeps listening has fired. It is entered with its host as well. */
  noteFired(nodeId: string, scopeId: string, arrival: Arrival): StepError | undefined {
    return this.#arrive(nodeId, `${scopeId} ${nodeId} fired`, arrival);
  }

  #arrive(nodeId: string, place: string, { executionId, behind, all }: Arrival): StepError | undefined {
    if (all.variables !== this.#all?.variables || all.called !== this.#all.called) this.noteChange();
    this.#all = all;
    const from = this.#visits.get(behind);
    const before = this.#places.has(place) ? latestAt(place, from) : undefined;
    const rounds = before ? before.rounds + 1 : 0;
    const sameRounds = before?.changes === this.#changes ? before.sameRounds + 1 : 0;
    this.#visits.set(executionId, { place, changes: this.#changes, rounds, sameRounds, from });
    this.#places.add(place);
    if (sameRounds > MAX_SAME_ROUNDS)
      return endlessLoop(nodeId, `with all variables as they were, a token came back to ${nodeId} ${sameRounds} times`);
    if (rounds > this.#maxRounds)
      return endlessLoop(nodeId, `a token came back to ${nodeId} more than ${this.#maxRounds} times`);
    return undefined;
  }
}

/** Goes back along the path of the token. */
function latestAt(place: string, from: Visit | undefined): Visit | undefined {
  for (let visit = from; visit; visit = visit.from) if (visit.place === place) return visit;
  return undefined;
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message =
    `The process contains a loop without a wait: ${reason} in one step. ` +
    'If the loop has an end, raise the option limits.rounds.';
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
