import { StepError } from '../../errors.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';
import { isNoToken } from '../engine/release-inclusive-joins.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import { type Beyond, countSameRounds } from './foresight.ts';
import { leavesNothing, spreads } from './is-repeatable.ts';
import type { PathEntry, Round } from './path-entry.ts';

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

/** A token that has reached a node. */
interface Visit {
  readonly executionId: string;
  readonly nodeId: string;
  readonly type: unknown;
  readonly scopeId: string | undefined;
  /** The node in its scope. */
  readonly place: string;
  /** The number of changes until then. */
  readonly changes: number;
  /** How often this token, or what it came from, was here before, without a change in between. */
  readonly rounds: number;
  /** The same, with or without a change. */
  readonly times: number;
  /** Its place in the path of the step. */
  readonly at: number;
  readonly all: AllVariables;
  readonly seen: AllVariables;
  /** Where the token came from; undefined if it was at rest before the step. */
  readonly from: Visit | undefined;
}

/** What a token has reached. */
interface Arrived extends Pick<Visit, 'nodeId' | 'type' | 'scopeId'> {
  readonly isFired?: boolean;
  /** As in the path; NaN if it was before the step. */
  readonly reachesBack?: number;
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
  readonly #byExecution = new Map<string, Visit>();
  /** The places that were reached, each with the number of its rounds that were seen ahead. */
  readonly #places = new Map<string, number>();
  readonly #path: PathEntry[] = [];
  /** Where multi-instances began in the path, by their executions. */
  readonly #beginnings = new Map<string, number>();
  #all: AllVariables | undefined;
  #changes = 0;
  #latest: string | undefined;

  /** The execution that reached a node last, a boundary event aside; undefined if none did in this step. */
  get latest(): string | undefined {
    return this.#latest;
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
    this.#path.push(entry);
  }

  /** Notes that a multi-instance begins with the next entry of the path. */
  noteBeginning(executionId: string): void {
    this.#beginnings.set(executionId, this.#path.length);
  }

  /** How many entries ago a multi-instance began; NaN if it was not in this step. */
  sinceBeginning(executionId: string): number {
    return this.#path.length - (this.#beginnings.get(executionId) ?? Number.NaN);
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
    const needed = inbound.length > 1 ? senders : [arrival.behind];
    const reachesBack = Math.max(...needed.map((each) => this.sinceVisit(each)));
    return this.#arrive({ ...arrived, reachesBack }, arrival);
  }

  /** How many entries ago an execution reached its node; NaN if that was before the step. */
  sinceVisit(executionId: string): number {
    return this.#path.length - (this.#byExecution.get(executionId)?.at ?? Number.NaN);
  }

  /** The same for a boundary event that keeps listening, when it goes on by what a token has thrown. */
  noteFired(nodeId: string, scopeId: string, arrival: Arrival): StepError | undefined {
    return this.#arrive({ nodeId, type: 'bpmn:BoundaryEvent', scopeId, isFired: true }, arrival);
  }

  #arrive({ nodeId, type, scopeId, isFired = false, reachesBack }: Arrived, arrival: Arrival): StepError | undefined {
    const { executionId, behind, all, seen, flows, beyond } = arrival;
    // A boundary event is entered together with its host as well.
    const place = `${scopeId} ${nodeId}${isFired ? ' fired' : ''}`;
    if (all.variables !== this.#all?.variables || all.called !== this.#all.called) this.#changes += 1;
    this.#all = all;
    const from = this.#byExecution.get(behind);
    const latest = this.#places.has(place) ? latestAt(place, from) : undefined;
    const visit = this.#add({ executionId, nodeId, type, scopeId, place, latest, from, all, seen });
    const forks = flows > 1 && type !== 'bpmn:ExclusiveGateway';
    this.notePath({
      ...{ kind: 'node', nodeId, type },
      ...(forks && { forks }),
      ...(reachesBack !== undefined && { reachesBack }),
    });
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

  #add({
    latest,
    ...noted
  }: Omit<Visit, 'changes' | 'at' | 'rounds' | 'times'> & { readonly latest: Visit | undefined }): Visit {
    const isSame = latest?.changes === this.#changes;
    const visit = {
      ...{ ...noted, changes: this.#changes, at: this.#path.length },
      ...{ rounds: isSame ? latest.rounds + 1 : 0, times: latest ? latest.times + 1 : 0 },
    };
    this.#byExecution.set(noted.executionId, visit);
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
    if (!last || times < (this.#places.get(place) ?? 0)) return false;
    if (times > 4 && !Number.isInteger(Math.log2(times))) return false;
    const most = MAX_VISITS + 1 - times;
    let seen = 0;
    for (let ways = 1; ways <= MAX_WAYS && (ways === 1 || 2 * ways <= times) && seen < most; ways += 1)
      seen = Math.max(seen, ways * this.#countSeen(visit, ways, { ...beyond, rounds: Math.ceil(most / ways) }));
    // All nodes of the round take this way.
    for (let each: Visit | undefined = visit; each && each !== last; each = each.from)
      this.#places.set(each.place, each.times + seen);
    return seen >= most;
  }

  /** How often so many rounds, taken together, are known to come again. */
  #countSeen(visit: Visit, ways: number, ahead: Parameters<typeof countSameRounds>[2]): number {
    const last = roundsBefore(visit, ways);
    if (!last) return 0;
    const round = this.#roundFrom(last, visit.at);
    if (ways === 1 && this.#isAlone(last, round, ahead.model)) return countSameRounds([round, round], visit.all, ahead);
    const earlier = roundsBefore(last, ways);
    return earlier ? countSameRounds([this.#roundFrom(earlier, last.at), round], visit.all, ahead) : 0;
  }

  /** Whether nothing but the token, and what came of it, moved in its round, in an order that makes no difference. */
  #isAlone(last: Visit, { path }: Round, model: ProcessModel): boolean {
    if (path.some((entry) => spreads(model, entry))) return false;
    const since = [...this.#byExecution.values()].filter((each) => each.at > last.at && !isLastOf(each, last, model));
    return (
      this.#isOneToken(since, last, model) ||
      (since.every((each) => comesFrom(each, last)) && path.every(leavesNothing))
    );
  }

  /** Whether each came of the one before, of a scope that ended with it, or of an error that ended those before. */
  #isOneToken(since: readonly Visit[], last: Visit, { events }: ProcessModel): boolean {
    // They are entered together with their hosts.
    const moved = since.filter(({ type }) => type !== 'bpmn:BoundaryEvent');
    return moved.every(({ from }, index) => {
      const before = moved[index - 1] ?? last;
      if (from === before) return true;
      if (from === undefined || !since.includes(from)) return false;
      const role = events.get(from.nodeId)?.role;
      return (role?.kind === 'boundary' && role.interrupting) || this.#isAround(from, before);
    });
  }

  #isAround(scope: Visit, visit: Visit): boolean {
    for (let each = this.#scopeOf(visit); each; each = this.#scopeOf(each)) if (each === scope) return true;
    return false;
  }

  /** The sub-process that a node belongs to, if a token has reached it in this step. */
  #scopeOf({ scopeId = '' }: Visit): Visit | undefined {
    return this.#byExecution.get(scopeId);
  }

  /** From behind the entry of a visit to that of the next one. */
  #roundFrom({ at, all, seen }: Visit, end: number): Round {
    return { path: this.#path.slice(at + 1, end + 1), all, seen };
  }
}

/** Goes back along the way of the token. */
function latestAt(place: string, from: Visit | undefined): Visit | undefined {
  for (let visit = from; visit; visit = visit.from) if (visit.place === place) return visit;
  return undefined;
}

function roundsBefore(visit: Visit, rounds: number): Visit | undefined {
  let before: Visit | undefined = visit;
  for (let round = 0; before && round < rounds; round += 1) before = latestAt(before.place, before.from);
  return before;
}

/** Whether a token ended in the scope of the loop, which goes on without it. */
function isLastOf({ nodeId, type, scopeId }: Visit, last: Visit, { events, terminations }: ProcessModel): boolean {
  return type === 'bpmn:EndEvent' && scopeId === last.scopeId && !events.has(nodeId) && !terminations?.has(nodeId);
}

function comesFrom(visit: Visit, first: Visit): boolean {
  for (let each = visit.from; each; each = each.from) if (each === first) return true;
  return false;
}

function endlessLoop(nodeId: string, reason: string): StepError {
  const message = `The process contains a loop without a wait: ${reason} in one step.`;
  return new StepError('ERR_STEP_FAILED', message, { details: { nodeId } });
}
