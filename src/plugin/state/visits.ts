import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';
import type { Variables } from '../variables/called-variables.ts';
import { type Beyond, type PathEntry, type Round, takesSameWay } from './foresight.ts';

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
  /** Its place in the path of the step. */
  readonly at: number;
  readonly seen: Arrival['seen'];
  /** Where the token came from; undefined if it was at rest before the step. */
  readonly from: Visit | undefined;
}

/** What a token comes from, and what it sees. */
interface Arrival {
  readonly executionId: string;
  /** The execution that sent the token. */
  readonly behind: string;
  /** The variables of the instance and of its calls; other objects once one of them was set. */
  readonly seen: readonly [Variables, called: unknown];
  /** What the conditions of the next rounds depend on besides. */
  readonly beyond: Beyond;
}

/** How often a step has reached each node. Finds loops without a wait, which would go on until the stack overflows. */
export class Visits {
  readonly #counts = new Map<string, number>();
  readonly #byExecution = new Map<string, Visit>();
  readonly #places = new Set<string>();
  readonly #path: PathEntry[] = [];
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

  /** Notes what decides the way of a token, in the order in which it happens. */
  notePath(entry: PathEntry): void {
    this.#path.push(entry);
  }

  /** Counts a token. @returns the error once there are too many */
  note({ id = '', type, parent, inbound = [] }: EngineContent, arrival: Arrival): StepError | undefined {
    const { executionId, behind, seen, beyond } = arrival;
    const nodeId = nodeIdOf(id);
    const place = `${parent?.executionId} ${nodeId}`;
    // A join takes a token that another branch has left there.
    if (inbound.length > 1) this.noteChange();
    if (seen.some((each, index) => each !== this.#seen[index])) this.#changes += 1;
    this.#seen = seen;
    const latest = this.#places.has(place) ? latestAt(place, this.#byExecution.get(behind)) : undefined;
    const visit = this.#add(executionId, { place, latest, from: this.#byExecution.get(behind), seen });
    this.notePath({ kind: 'node', nodeId, type });
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (visit.rounds > MAX_SAME_ROUNDS) {
      const reason = `with all variables as they were, a token came back to ${nodeId} ${visit.rounds} times`;
      return endlessLoop(nodeId, reason);
    }
    if (Math.max(count, visit.times) > MAX_VISITS)
      return endlessLoop(nodeId, `${nodeId} was reached more than ${MAX_VISITS} times`);
    return this.#isSeenToGoOn(visit, latest, beyond)
      ? endlessLoop(nodeId, `as the variables are, ${nodeId} would be reached more than ${MAX_VISITS} times`)
      : undefined;
  }

  #add(
    executionId: string,
    { latest, ...noted }: Pick<Visit, 'place' | 'from' | 'seen'> & { readonly latest: Visit | undefined },
  ): Visit {
    const isSame = latest?.changes === this.#changes;
    const visit = {
      ...{ ...noted, changes: this.#changes, at: this.#path.length },
      ...{ rounds: isSame ? latest.rounds + 1 : 0, times: latest ? latest.times + 1 : 0 },
    };
    this.#byExecution.set(executionId, visit);
    this.#places.add(noted.place);
    return visit;
  }

  /** Looks ahead after the first rounds, and after 8, 16 … of them: what it costs stays small beside them. */
  #isSeenToGoOn(visit: Visit, last: Visit | undefined, beyond: Beyond): boolean {
    const { times, at, seen } = visit;
    if (!last || (times > 4 && !Number.isInteger(Math.log2(times)))) return false;
    const round = this.#roundFrom(last, at);
    const earlier = latestAt(last.place, last.from);
    const before = this.#isAlone(last, round) ? round : earlier && this.#roundFrom(earlier, last.at);
    return (
      before !== undefined && takesSameWay([before, round], seen[0], { ...beyond, rounds: MAX_VISITS + 1 - times })
    );
  }

  /** Whether nothing but the token, and what came of it, moved in its round, in an order that makes no difference. */
  #isAlone(last: Visit, { path }: Round): boolean {
    const since = [...this.#byExecution.values()].filter(({ at }) => at > last.at);
    if (since.every(({ from }, index) => from === (since[index - 1] ?? last))) return true;
    return since.every((each) => comesFrom(each, last)) && !path.some(({ kind }) => kind === 'assignment');
  }

  #roundFrom({ at, seen: [variables] }: Visit, end: number): Round {
    return { path: this.#path.slice(at, end), variables };
  }
}

/** Goes back along the way of the token. */
function latestAt(place: string, from: Visit | undefined): Visit | undefined {
  for (let visit = from; visit; visit = visit.from) if (visit.place === place) return visit;
  return undefined;
}

function comesFrom(visit: Visit, first: Visit): boolean {
  for (let each = visit.from; each; each = each.from) if (each === first) return true;
  return false;
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message = `The process contains a loop without a wait: ${reason} in one step.`;
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
