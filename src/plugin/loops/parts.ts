import type { Beyond } from './beyond.ts';
import type { Way } from './frame.ts';
import type { PathEntry } from './path-entry.ts';
import { disturbs, usesVariables } from './races.ts';
import type { Trail } from './trail.ts';
import { isInterruptingBoundary, type Visit } from './visit.ts';

/** What happened between two visits at which one token was all that moved. */
export interface Part {
  /** From behind the entry of the first to that of the second. */
  readonly path: readonly PathEntry[];
  /** That of the token which was moved last. */
  readonly way: Way;
  /** Every token that was made has come to a node; and if it rests there, it keeps no sub-process of the round from ending. */
  readonly isWhole: boolean;
  /** It comes to the same in whatever order its tokens move. */
  readonly isAnyOrder: boolean;
  /** From where no token has gone on. */
  readonly left: readonly Visit[];
}

/**
 * Divides rounds that end with a visit where one token is all that moves: no other is on its way.
 * @returns undefined if that is not so at both of their ends
 */
export function divideRounds(trail: Trail, visit: Visit, rounds: number, beyond: Beyond): readonly Part[] | undefined {
  // Boundary events are entered together with their hosts.
  const visits = trail.visitsOf(visit, rounds)?.filter(({ type }) => type !== 'bpmn:BoundaryEvent') ?? [];
  const others = listPassed(trail, visits, beyond);
  const stops = [...visits.keys()].filter((index) => !others.has(index));
  if (visits.length < 2 || stops[0] !== 0 || stops.at(-1) !== visits.length - 1) return undefined;
  const sent = countSent(visits);
  return stops.slice(1).flatMap((end, index) => {
    const [begin, ...others] = visits.slice(stops[index], end + 1);
    return begin ? readPart(trail, { begin, others, sent, scopeId: visit.scopeId }, beyond) : [];
  });
}

/** How often a token came from a visit, or was taken from there by a join. */
function countSent(visits: readonly Visit[]): ReadonlyMap<Visit, number> {
  const sent = new Map<Visit, number>();
  for (const { from, joined } of visits) {
    // A join takes several, its own sender among them.
    for (const each of joined.length > 0 ? joined : [from]) if (each) sent.set(each, (sent.get(each) ?? 0) + 1);
  }
  return sent;
}

/** The places of visits after which a token goes on that was there before, but for their own, and the scopes around them. */
function listPassed(trail: Trail, visits: readonly Visit[], { model, diagram }: Beyond): ReadonlySet<number> {
  const passed = new Set<number>();
  for (const [index, { from, joined }] of visits.entries()) {
    if (index === 0) continue;
    for (const each of [from, ...joined]) {
      if (each && (each === visits[index - 1] || isInterruptingBoundary(each, model))) continue;
      // Each iteration of a multi-instance comes of it.
      const repeats = diagram.activities.get(each?.nodeId ?? '')?.behaviour.loopCharacteristics !== undefined;
      for (let at = index - 1; at >= 0; at -= 1) {
        const between = visits[at];
        if (!between || between.at <= (each?.at ?? -1)) break;
        if (!each || repeats || !trail.isAround(each, between)) passed.add(at);
      }
    }
  }
  return passed;
}

interface Visited {
  readonly begin: Visit;
  /** Up to the one where the part ends. */
  readonly others: readonly Visit[];
  readonly sent: ReadonlyMap<Visit, number>;
  /** The scope of the loop. */
  readonly scopeId: string | undefined;
}

function readPart(trail: Trail, { begin, others, sent, scopeId }: Visited, beyond: Beyond): Part {
  const end = others.at(-1) ?? begin;
  const inside = others.slice(0, -1);
  const left = inside.filter((each) => !sent.has(each) && !isInterrupted(trail, each, others, beyond));
  const haveCome = [begin, ...inside].every((each) => {
    const made = countMade(trail, each, beyond);
    return made <= 1 || made === sent.get(each);
  });
  return {
    path: trail.pathBetween(begin, end),
    way: trail.wayTo(end, begin),
    isAnyOrder: isAnyOrder(trail, { begin, others }, beyond),
    isWhole: haveCome && left.every((each) => each.type === 'bpmn:EndEvent' || each.scopeId === scopeId),
    left,
  };
}

/** What one of several tokens did since they were made of one. */
interface Branch {
  readonly parent: Branch | undefined;
  readonly visits: Visit[];
  isJoined: boolean;
}

/**
 * The engine moves the first token of a fork first, unless the node to which it comes is still at its last one: then the
 * second goes first. It makes no difference if none sets what another one reads or sets, throws something or ends others;
 * and if those that end where others go on use no variables at all.
 */
function isAnyOrder(trail: Trail, { begin, others }: Pick<Visited, 'begin' | 'others'>, beyond: Beyond): boolean {
  const branches: Branch[] = [];
  const branchOf = new Map<Visit, Branch | undefined>([[begin, undefined]]);
  for (const visit of others) {
    const { from, joined } = visit;
    let branch = from && branchOf.get(from);
    if (joined.length > 0) {
      for (const each of joined) {
        const ended = branchOf.get(each);
        if (ended) ended.isJoined = true;
      }
      branch = branchOf.get(joined[0] ?? begin)?.parent;
    } else if (from && from.scopeId === visit.scopeId && countMade(trail, from, beyond) !== 1) {
      branch = { parent: branch, visits: [], isJoined: false };
      branches.push(branch);
    }
    branchOf.set(visit, branch);
    branch?.visits.push(visit);
  }
  const end = others.at(-1) ?? begin;
  for (let branch = branchOf.get(end); branch; branch = branch.parent) branch.isJoined = true;
  const isSilent = ({ nodeId, type }: Visit) =>
    !beyond.model.events.has(nodeId) &&
    !(type === 'bpmn:EndEvent' && beyond.diagram.activities.get(nodeId)?.behaviour.eventDefinitions?.length);
  const isLeft = ({ isJoined, visits }: Branch) => !isJoined && !isOver(trail, visits.at(-1), end);
  return branches.every((one, index) => {
    if (!one.visits.every(isSilent)) return false;
    if (isLeft(one) && one.visits.some(({ nodeId }) => usesVariables(nodeId, beyond))) return false;
    return branches
      .slice(index + 1)
      .filter((other) => !isParent(one, other) && !isParent(other, one))
      .every((other) => one.visits.every((a) => other.visits.every((b) => !disturbs(a.nodeId, b.nodeId, beyond))));
  });
}

/** Whether a token ended in a sub-process that was left since. */
function isOver(trail: Trail, visit: Visit | undefined, end: Visit): boolean {
  const scope = visit && trail.scopeOf(visit);
  return scope !== undefined && !trail.isAround(scope, end);
}

function isParent(one: Branch, other: Branch): boolean {
  for (let each = other.parent; each; each = each.parent) if (each === one) return true;
  return false;
}

/** How many tokens a node made of one: its conditions are decided before any of them goes on. NaN if that is not known. */
function countMade(trail: Trail, visit: Visit, { model, diagram }: Beyond): number {
  const { nodeId, type } = visit;
  const flows = diagram.flowsFrom.get(nodeId) ?? [];
  if (flows.length < 2 || type === 'bpmn:ExclusiveGateway') return 1;
  if (type === 'bpmn:ParallelGateway') return flows.length;
  const always = flows.filter(({ id, isDefault }) => !isDefault && !model.conditions?.has(id)).length;
  if (type === 'bpmn:InclusiveGateway')
    return always + trail.decisionsBehind(visit).filter(({ taken }) => taken).length;
  return always === flows.length ? always : Number.NaN;
}

/** Whether a token was at or in an activity when a boundary event interrupted that. */
function isInterrupted(trail: Trail, visit: Visit, since: readonly Visit[], { model }: Beyond): boolean {
  return since.some(({ from }) => {
    const role = from && model.events.get(from.nodeId)?.role;
    if (role?.kind !== 'boundary' || !role.interrupting) return false;
    const host = from?.from;
    return host !== undefined && (visit === host || trail.isAround(host, visit));
  });
}
