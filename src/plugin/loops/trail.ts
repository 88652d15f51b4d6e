import type { ProcessModel } from '../../model/process-model.ts';
import type { Way } from './frame.ts';
import { leavesNothing, spreads } from './is-repeatable.ts';
import type { PathEntry, Round } from './path-entry.ts';
import { comesFrom, isInterruptingBoundary, roundsBefore, type Visit } from './visit.ts';

/** What a step did, in the order in which it happened: the nodes that tokens reached, and what decided their way. */
export class Trail {
  readonly #path: PathEntry[] = [];
  readonly #visits = new Map<string, Visit>();

  get length(): number {
    return this.#path.length;
  }

  push(entry: PathEntry): void {
    this.#path.push(entry);
  }

  /** @param visit its entry follows */
  add(visit: Visit): void {
    this.#visits.set(visit.executionId, visit);
  }

  /** The node that an execution reached in this step. */
  visitOf(executionId: string): Visit | undefined {
    return this.#visits.get(executionId);
  }

  /** How many entries ago an execution reached its node; NaN if that was before the step. */
  since(executionId: string): number {
    return this.#path.length - (this.#visits.get(executionId)?.at ?? Number.NaN);
  }

  /** So many rounds that end with a visit, as one. @returns undefined if there were not so many in this step */
  lastRounds(visit: Visit, rounds: number): Round | undefined {
    const first = roundsBefore(visit, rounds);
    return first && { path: this.pathBetween(first, visit), all: first.all, seen: first.seen };
  }

  /**
   * Whether nothing but the token, and what came of it, moved in its last round, in an order that makes no difference, and
   * nothing is left of it but the token.
   */
  isAlone(visit: Visit, model: ProcessModel): boolean {
    const last = roundsBefore(visit, 1);
    if (!last || this.#spreadsBetween(last, visit, model)) return false;
    const since = this.#visitsBetween(last, visit).filter((each) => !isLastOf(each, last, model));
    return (
      this.#isOneToken(since, last, model) ||
      (since.every((each) => comesFrom(each, last)) && this.pathBetween(last, visit).every(leavesNothing))
    );
  }

  /** The visits of so many rounds that end with one, in their order, that included. @returns undefined as for `lastRounds` */
  visitsOf(visit: Visit, rounds: number): readonly Visit[] | undefined {
    const first = roundsBefore(visit, rounds);
    return first && [first, ...this.#visitsBetween(first, visit)];
  }

  /** How a token came to a node. @param begin where the way begins; absent for that since all tokens rested */
  wayTo(visit: Visit, begin?: Visit): Way {
    const nodes: string[] = [];
    const earliest = begin?.at ?? -1;
    let at = visit;
    while (at.from && at.from.at > earliest && at.from.rests === at.rests) {
      at = at.from;
      nodes.push(at.nodeId);
    }
    const { from, joined, rests } = at;
    const isFromRest = !from || from.rests !== rests;
    // A join is let go by none of those that came to it; and a sub-process may have been entered before the way begins.
    if (from && (isFromRest ? joined.length === 0 : from !== begin)) nodes.push(from.nodeId);
    return { isFromRest, nodes: nodes.toReversed(), end: visit.nodeId };
  }

  /** What followed so many entries. */
  pathSince(length: number): readonly PathEntry[] {
    return this.#path.slice(length);
  }

  /** The places, in what followed so many entries, of the nodes that were reached by the token that moved before. */
  goingOnSince(length: number): ReadonlySet<number> {
    const visits = [...this.#visits.values()].filter(({ at }) => at >= length);
    return new Set(
      visits.flatMap(({ at, from }, index) => (index > 0 && from === visits[index - 1] ? at - length : [])),
    );
  }

  /** From behind the entry of the first to that of the last. */
  pathBetween(first: Visit, last: Visit): readonly PathEntry[] {
    return this.#path.slice(first.at + 1, last.at + 1);
  }

  /** The decisions that were taken directly behind the entry of a node. */
  decisionsBehind({ at }: Visit): readonly (PathEntry & { readonly kind: 'decision' })[] {
    const decisions = [];
    for (let next = at + 1; ; next += 1) {
      const entry = this.#path[next];
      if (entry?.kind !== 'decision') return decisions;
      decisions.push(entry);
    }
  }

  #visitsBetween(first: Visit, last: Visit): readonly Visit[] {
    return [...this.#visits.values()].filter(({ at }) => at > first.at && at <= last.at);
  }

  #spreadsBetween(first: Visit, last: Visit, model: ProcessModel): boolean {
    return this.pathBetween(first, last).some((entry) => spreads(model, entry));
  }

  /** Whether each came of the one before, of a scope that ended with it, or of an error that ended those before. */
  #isOneToken(since: readonly Visit[], last: Visit, model: ProcessModel): boolean {
    // They are entered together with their hosts.
    const moved = since.filter(({ type }) => type !== 'bpmn:BoundaryEvent');
    return moved.every(({ from }, index) => {
      const before = moved[index - 1] ?? last;
      if (from === before) return true;
      if (from === undefined || (from !== last && !since.includes(from))) return false;
      return isInterruptingBoundary(from, model) || this.isAround(from, before);
    });
  }

  /** Whether the one reached a sub-process that the other is in. */
  isAround(scope: Visit, visit: Visit): boolean {
    for (let each = this.scopeOf(visit); each; each = this.scopeOf(each)) if (each === scope) return true;
    return false;
  }

  /** The sub-process that a node belongs to, if a token has reached it in this step. */
  scopeOf({ scopeId = '' }: Visit): Visit | undefined {
    return this.#visits.get(scopeId);
  }
}

/** Whether a token ended in the scope of the loop, which goes on without it. */
function isLastOf({ nodeId, type, scopeId }: Visit, last: Visit, { events, terminations }: ProcessModel): boolean {
  return type === 'bpmn:EndEvent' && scopeId === last.scopeId && !events.has(nodeId) && !terminations?.has(nodeId);
}
