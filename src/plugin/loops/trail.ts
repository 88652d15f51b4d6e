import type { ProcessModel } from '../../model/process-model.ts';
import type { Beyond } from './beyond.ts';
import { leavesNothing, spreads } from './is-repeatable.ts';
import type { PathEntry, Round } from './path-entry.ts';
import { comesFrom, roundsBefore, type Visit } from './visit.ts';

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
    return first && { path: this.#pathBetween(first, visit), all: first.all, seen: first.seen };
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
      (since.every((each) => comesFrom(each, last)) && this.#pathBetween(last, visit).every(leavesNothing))
    );
  }

  /**
   * Divides rounds that end with a visit where one token is all that moves: before and behind, no other is on its way.
   * @returns undefined if that is not so at both of their ends
   */
  partsOf(visit: Visit, rounds: number, beyond: Beyond): readonly Part[] | undefined {
    const first = roundsBefore(visit, rounds);
    if (!first) return undefined;
    const visits = [first, ...this.#visitsBetween(first, visit)].filter(({ type }) => type !== 'bpmn:BoundaryEvent');
    const stops = this.#stopsAmong(visits, beyond);
    if (stops[0] !== first || stops.at(-1) !== visit) return undefined;
    // A join takes several, its own sender among them.
    const senders = visits.flatMap(({ from, joined }) => (joined.length > 0 ? joined : (from ?? [])));
    const goneOn = new Set(senders);
    return stops.slice(1).map((end, index) => {
      const begin = stops[index] ?? first;
      const inside = visits.filter(({ at }) => at > begin.at && at <= end.at);
      const left = inside.filter((each) => each !== end && !goneOn.has(each));
      const path = this.#pathBetween(begin, end);
      return {
        path,
        isWhole: [begin, ...inside.slice(0, -1)].every((each) => {
          const taken = this.#tokensOf(each, beyond);
          return taken <= 1 || taken === senders.filter((sender) => sender === each).length;
        }),
        left: left.filter((each) => !this.#isInterrupted(each, inside, beyond)),
      };
    });
  }

  /** From behind the entry of the first to that of the last. */
  #pathBetween(first: Visit, last: Visit): readonly PathEntry[] {
    return this.#path.slice(first.at + 1, last.at + 1);
  }

  #visitsBetween(first: Visit, last: Visit): readonly Visit[] {
    return [...this.#visits.values()].filter(({ at }) => at > first.at && at <= last.at);
  }

  #spreadsBetween(first: Visit, last: Visit, model: ProcessModel): boolean {
    return this.#pathBetween(first, last).some((entry) => spreads(model, entry));
  }

  /** Whether each came of the one before, of a scope that ended with it, or of an error that ended those before. */
  #isOneToken(since: readonly Visit[], last: Visit, model: ProcessModel): boolean {
    // They are entered together with their hosts.
    const moved = since.filter(({ type }) => type !== 'bpmn:BoundaryEvent');
    return moved.every(({ from }, index) => {
      const before = moved[index - 1] ?? last;
      if (from === before) return true;
      if (from === undefined || (from !== last && !since.includes(from))) return false;
      return isInterruptingBoundary(from, model) || this.#isAround(from, before);
    });
  }

  /** Visits after which no token goes on that was there before, but for their own, or the scopes around them. */
  #stopsAmong(visits: readonly Visit[], { model, diagram }: Beyond): readonly Visit[] {
    const others = new Set<Visit>();
    for (const [index, { from, joined }] of visits.entries()) {
      if (index === 0) continue;
      for (const each of [from, ...joined]) {
        if (each && (each === visits[index - 1] || isInterruptingBoundary(each, model))) continue;
        // Each iteration of a multi-instance comes of it.
        const repeats = diagram.activities.get(each?.nodeId ?? '')?.behaviour.loopCharacteristics !== undefined;
        for (const between of visits.slice(0, index).reverse()) {
          if (between.at <= (each?.at ?? -1)) break;
          if (!each || repeats || !this.#isAround(each, between)) others.add(between);
        }
      }
    }
    return visits.filter((each) => !others.has(each));
  }

  /** How many tokens a node made of one: its conditions are decided before they go on. */
  #tokensOf({ at, nodeId, type }: Visit, { model, diagram }: Beyond): number {
    const flows = diagram.flowsFrom.get(nodeId) ?? [];
    if (flows.length < 2 || type === 'bpmn:ExclusiveGateway') return 1;
    if (type === 'bpmn:ParallelGateway') return flows.length;
    const always = flows.filter(({ id, isDefault }) => !isDefault && !model.conditions?.has(id)).length;
    if (type !== 'bpmn:InclusiveGateway') return always === flows.length ? always : Number.NaN;
    let taken = always;
    for (let next = at + 1; this.#path[next]?.kind === 'decision'; next += 1) {
      const entry = this.#path[next];
      if (entry?.kind === 'decision' && entry.taken) taken += 1;
    }
    return taken;
  }

  /** Whether a token was at or in an activity when a boundary event interrupted that. */
  #isInterrupted(visit: Visit, since: readonly Visit[], { model }: Beyond): boolean {
    return since.some(({ from }) => {
      const role = from && model.events.get(from.nodeId)?.role;
      if (role?.kind !== 'boundary' || !role.interrupting) return false;
      for (let each: Visit | undefined = visit; each; each = this.#scopeOf(each))
        if (each.nodeId === role.attachedTo && each.scopeId === from?.scopeId) return true;
      return false;
    });
  }

  #isAround(scope: Visit, visit: Visit): boolean {
    for (let each = this.#scopeOf(visit); each; each = this.#scopeOf(each)) if (each === scope) return true;
    return false;
  }

  /** The sub-process that a node belongs to, if a token has reached it in this step. */
  #scopeOf({ scopeId = '' }: Visit): Visit | undefined {
    return this.#visits.get(scopeId);
  }
}

function isInterruptingBoundary({ nodeId }: Visit, { events }: ProcessModel): boolean {
  const role = events.get(nodeId)?.role;
  return role?.kind === 'boundary' && role.interrupting;
}

/** What happened between two visits at which one token was all that moved. */
export interface Part {
  /** From behind the entry of the first to that of the second. */
  readonly path: readonly PathEntry[];
  /** Every token that it made has come to a node. */
  readonly isWhole: boolean;
  /** From where no token has gone on. */
  readonly left: readonly Visit[];
}

/** Whether a token ended in the scope of the loop, which goes on without it. */
function isLastOf({ nodeId, type, scopeId }: Visit, last: Visit, { events, terminations }: ProcessModel): boolean {
  return type === 'bpmn:EndEvent' && scopeId === last.scopeId && !events.has(nodeId) && !terminations?.has(nodeId);
}
