import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';
import { isNoToken } from '../engine/release-inclusive-joins.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import type { Beyond } from './beyond.ts';
import { countRoundsOfLegs, countSameRounds } from './foresight.ts';
import { goAlong } from './frame.ts';
import { divideRounds } from './parts.ts';
import type { PathEntry } from './path-entry.ts';
import { type Resting, Rests } from './rests/rests.ts';
import { Trail } from './trail.ts';
import { latestAt, roundsBefore, type Visit } from './visit.ts';

/** More tokens at one node of a scope in one step, or rounds of one token, can only be a loop that nothing ends. */
const MAX_VISITS = 120;

/**
 * Rounds of one token in which nothing changed that a condition reads. Expressions are pure, so the second of them already
 * shows that the third will be the same; the rest is for other branches, which the engine may move in between. A
 * node takes about a millisecond, several in a process that has just started.
 */
const MAX_SAME_ROUNDS = 3;

/** In so many rounds a loop may go several ways in turn, before that is seen as one that repeats. */
const MAX_WAYS = 4;

/** So many rounds of one token show what it does between two nodes. */
const MAX_KNOWN = 32;

/** What a token has reached. */
interface Arrived extends Pick<Visit, 'nodeId' | 'type' | 'scopeId'> {
  readonly isFired?: boolean;
  /** As in the path; NaN if it was before the step. */
  readonly reachesBack?: number;
  readonly joined?: Visit['joined'];
  readonly noTokenBy?: readonly string[];
}

/** What a token comes from, and what it sees. */
interface Arrival {
  readonly executionId: string;
  /** The execution that sent the token, or that threw the event which it goes on by. */
  readonly behind: string;
  /** Other objects once one of them was set. */
  readonly all: AllVariables;
  /** The variables at the last evaluation of conditional events. */
  readonly seen: AllVariables;
  /** How many lead on from the node. */
  readonly flows: number;
  /** What the conditions of the next rounds depend on besides. */
  readonly beyond: Beyond;
}

/** How often a step has reached each node. Finds loops without a wait, which would go on until the stack overflows. */
export class Visits {
  readonly #counts = new Map<string, number>();
  /** The places that were reached, each with the number of its rounds that were seen ahead. */
  readonly #places = new Map<string, number>();
  readonly #trail = new Trail();
  /** How long it was when legs were looked at last, by scope. */
  readonly #legsReadAt = new Map<string | undefined, number>();
  /** Where multi-instances began in the path, by their executions. */
  readonly #beginnings = new Map<string, number>();
  #all: AllVariables | undefined;
  #changes = 0;
  #rests = 0;
  /** Whether a token has come to a node again. */
  #comesRound = false;
  readonly #atRest = new Rests(this.#trail, MAX_VISITS);
  #latest: string | undefined;

  /** The execution that reached a node last, a boundary event aside; undefined if none did in this step. */
  get latest(): string | undefined {
    return this.#latest;
  }

  /** All tokens have come to rest. @returns the error if they would go on too long */
  noteRest(rest: Resting): StepError | undefined {
    this.#rests += 1;
    // Models of earlier versions: the engine evaluates conditions that nobody tells of.
    if (!this.#comesRound || rest.model.conditions === undefined) return undefined;
    const nodeId = this.#atRest.note(rest);
    return nodeId === undefined ? undefined : wouldBeReached(nodeId);
  }

  /** Notes that the names of a wait are computed with the next entry of the path. */
  noteNames(key: string): void {
    this.#atRest.noteNames(key);
  }

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
    this.#trail.push(entry);
  }

  /** Notes that a multi-instance begins with the next entry of the path. */
  noteBeginning(executionId: string): void {
    this.#beginnings.set(executionId, this.#trail.length);
  }

  /** How many entries ago a multi-instance began; NaN if it was not in this step. */
  sinceBeginning(executionId: string): number {
    return this.#trail.length - (this.#beginnings.get(executionId) ?? Number.NaN);
  }

  /** Notes that a token goes on by what another one has thrown. @param waiting the execution of the first */
  noteEvent(nodeId: string, waiting: string, thrower: string): void {
    this.notePath({ kind: 'event', nodeId, waited: this.sinceVisit(waiting), thrown: this.sinceVisit(thrower) });
  }

  /** Counts a token. @returns the error once there are too many */
  note({ id = '', type, parent, inbound = [] }: EngineContent, arrival: Arrival): StepError | undefined {
    const arrived = { nodeId: nodeIdOf(id), type, scopeId: parent?.executionId };
    if (inbound.length === 1) return this.#arrive(arrived, arrival);
    // A join takes a token that another branch has left there.
    if (inbound.length > 1) this.noteChange();
    // A flow by which no token can come any more has no sender; that is so again while all tokens stand as they do.
    const senders = inbound.flatMap((token) => (isNoToken(token) ? [] : [token.evaluationId ?? '']));
    const noTokenBy = inbound.flatMap((token) => (isNoToken(token) && token.id !== undefined ? [token.id] : []));
    const needed = inbound.length > 1 ? senders : [arrival.behind];
    const reachesBack = Math.max(...needed.map((each) => this.sinceVisit(each)));
    const joined = inbound.length > 1 ? senders.flatMap((each) => this.#trail.visitOf(each) ?? []) : [];
    return this.#arrive({ ...arrived, reachesBack, joined, noTokenBy }, arrival);
  }

  /** How many entries ago an execution reached its node; NaN if that was before the step. */
  sinceVisit(executionId: string): number {
    return this.#trail.since(executionId);
  }

  /** The same for a boundary event that keeps listening, when it goes on by what a token has thrown. */
  noteFired(nodeId: string, scopeId: string, arrival: Arrival): StepError | undefined {
    return this.#arrive({ nodeId, type: 'bpmn:BoundaryEvent', scopeId, isFired: true }, arrival);
  }

  #arrive(arrived: Arrived, arrival: Arrival): StepError | undefined {
    const { nodeId, type, scopeId, isFired = false, reachesBack, joined = [], noTokenBy = [] } = arrived;
    const { executionId, behind, all, seen, flows, beyond } = arrival;
    // A boundary event is entered together with its host as well.
    const place = `${scopeId} ${nodeId}${isFired ? ' fired' : ''}`;
    if (all.variables !== this.#all?.variables || all.called !== this.#all.called) this.#changes += 1;
    this.#all = all;
    const from = this.#trail.visitOf(behind);
    const latest = this.#places.has(place) ? latestAt(place, from) : undefined;
    const visit = this.#add({ executionId, nodeId, type, scopeId, place, latest, from, joined, all, seen });
    const forks = flows > 1 && type !== 'bpmn:ExclusiveGateway';
    this.notePath({
      ...{ kind: 'node', nodeId, type },
      ...(forks && { forks }),
      ...(reachesBack !== undefined && { reachesBack }),
      ...(noTokenBy.length > 0 && { noTokenBy }),
    });
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (visit.rounds > MAX_SAME_ROUNDS) {
      const reason = `with all variables as they were, a token came back to ${nodeId} ${visit.rounds} times`;
      return endlessLoop(nodeId, reason);
    }
    if (Math.max(count, visit.times) > MAX_VISITS)
      return endlessLoop(nodeId, `${nodeId} was reached more than ${MAX_VISITS} times`);
    return this.#isSeenToGoOn(visit, latest, beyond) ? wouldBeReached(nodeId) : undefined;
  }

  #add({
    latest,
    ...noted
  }: Omit<Visit, 'changes' | 'rests' | 'at' | 'rounds' | 'times'> & { readonly latest: Visit | undefined }): Visit {
    const isSame = latest?.changes === this.#changes;
    const visit = {
      ...{ ...noted, changes: this.#changes, rests: this.#rests, at: this.#trail.length },
      ...{ rounds: isSame ? latest.rounds + 1 : 0, times: latest ? latest.times + 1 : 0 },
    };
    this.#trail.add(visit);
    this.#comesRound ||= visit.times > 0;
    // Boundary events are entered together with their hosts, and again when they have fired.
    if (noted.type !== 'bpmn:BoundaryEvent') this.#latest = noted.executionId;
    if (!this.#places.has(noted.place)) this.#places.set(noted.place, 0);
    return visit;
  }

  /**
   * Looks ahead after the first rounds, and after 8, 16 … of them, where they were not seen before: what it costs stays
   * small beside them. A loop may go several ways in turn, which together are one that repeats.
   */
  #isSeenToGoOn(visit: Visit, last: Visit | undefined, beyond: Beyond): boolean {
    const { times, place } = visit;
    // Models of earlier versions: the engine evaluates conditions that nobody tells of.
    if (beyond.model.conditions === undefined) return false;
    if (!last || times < (this.#places.get(place) ?? 0)) return false;
    if (times > 4 && !Number.isInteger(Math.log2(times))) return false;
    const most = MAX_VISITS + 1 - times;
    // Where a walk goes on, the other way would call functions of the host for the same rounds again.
    let seen = this.#countByLegs(visit, { ...beyond, rounds: most });
    const mostWays = seen > 0 ? 0 : Math.min(MAX_WAYS, Math.max(1, Math.floor(times / 2)));
    for (let ways = 1; ways <= mostWays && seen < most; ways += 1)
      seen = Math.max(seen, ways * this.#countInTurn(visit, ways, { ...beyond, rounds: Math.ceil(most / ways) }));
    // All nodes of the round take this way.
    for (let each: Visit | undefined = visit; each && each !== last; each = each.from)
      this.#places.set(each.place, each.times + seen);
    return seen >= most;
  }

  /** How often so many rounds, taken together, are known to come again. */
  #countInTurn(visit: Visit, ways: number, ahead: Parameters<typeof countSameRounds>[2]): number {
    const last = this.#trail.lastRounds(visit, ways);
    if (!last) return 0;
    if (ways === 1 && this.#trail.isAlone(visit, ahead.model)) return countSameRounds([last, last], visit.all, ahead);
    const before = roundsBefore(visit, ways);
    const earlier = before && this.#trail.lastRounds(before, ways);
    return earlier ? countSameRounds([earlier, last], visit.all, ahead) : 0;
  }

  /**
   * How many rounds are known to come from what tokens did in the last ones. All of them are walked again, from whichever
   * node of the loop; so not before there are twice as many.
   */
  #countByLegs(visit: Visit, ahead: Parameters<typeof countRoundsOfLegs>[2]): number {
    const { scopeId } = visit;
    if (this.#trail.length < 2 * (this.#legsReadAt.get(scopeId) ?? 0)) return 0;
    const most = Math.min(visit.times, MAX_KNOWN);
    const parts = divideRounds(this.#trail, visit, most, ahead);
    const count = parts ? most : 1;
    const all = this.#trail.lastRounds(visit, count);
    if (!all) return 0;
    this.#legsReadAt.set(scopeId, this.#trail.length);
    const frame = goAlong(this.#trail.wayTo(roundsBefore(visit, count) ?? visit), undefined);
    return countRoundsOfLegs({ all, count, frame, parts: parts ?? [] }, visit.all, ahead);
  }
}

function wouldBeReached(nodeId: string): StepError {
  return endlessLoop(nodeId, `as the variables are, ${nodeId} would be reached more than ${MAX_VISITS} times`);
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message = `The process contains a loop without a wait: ${reason} in one step.`;
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
