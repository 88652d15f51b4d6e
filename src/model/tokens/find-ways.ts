import type { Flow, FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { type EventKind, eventDefinitionsOf, eventKindOf } from '../read/event-kind.ts';
import { gatewayBehind } from '../read/read-routing.ts';
import { isService } from '../read/read-service.ts';
import type { Freedom, Way } from './token-net.ts';
import { BudgetSpent, type WorkBudget } from './work-budget.ts';

/** Maximum number of paths from one wait to the next. */
const MAX_WAYS = 300;
/** Maximum number of nodes on a path from one wait to the next. */
const MAX_DEPTH = 1_000;

export interface WaySearch {
  readonly draft: Draft;
  readonly freedom: Freedom;
  readonly budget: WorkBudget;
}

export interface FindWays {
  /** The paths of the tokens that leave a node, up to the next waits. */
  leave(node: FlowNode): readonly Way[];
}

const RESTS: ReadonlySet<string> = new Set(['bpmn:UserTask', 'bpmn:ReceiveTask', 'bpmn:EventBasedGateway']);

/** Whether a token waits at a node. */
export function restsAt(node: FlowNode): boolean {
  if (RESTS.has(node.type) || /SubProcess$|CallActivity$|Transaction$/.test(node.type) || isService(node)) return true;
  return node.type === 'bpmn:IntermediateCatchEvent' && eventDefinitionsOf(node.element).length > 0;
}

function isJoin({ type, incoming }: FlowNode): boolean {
  return incoming.length > 1 && (type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway');
}

const STAYS: Way = { to: [], decisions: new Map(), ends: undefined };

/** @param placeOf index of the place of a node, or of a flow into a join */
export function createFindWays(
  { draft, freedom, budget }: WaySearch,
  placeOf: (at: FlowNode | Flow) => number,
): FindWays {
  /** @param passed nodes since the last wait; a loop without a wait is not a path */
  function leave(node: FlowNode, passed: readonly FlowNode[]): readonly Way[] {
    if (passed.length > MAX_DEPTH) throw new BudgetSpent();
    budget.spend(1 + passed.length);
    if (node.type === 'bpmn:EndEvent') return [{ ...STAYS, ends: endsAll(node) ? node : undefined }];
    const follow = (flow: Flow) => arrive(flow, [...passed, node]);
    if (node.outgoing.length === 0) return [STAYS];
    if (node.type === 'bpmn:EventBasedGateway') {
      return unique(node.outgoing.flatMap(({ target }) => (target ? leave(target, [...passed, node]) : [STAYS])));
    }
    // Many sets of flows contain the same flow, whose paths are the same in each.
    const followed = new Map<Flow, readonly Way[]>();
    const followOnce = (flow: Flow) => {
      const ways = followed.get(flow) ?? follow(flow);
      followed.set(flow, ways);
      return ways;
    };
    const decide = (flows: readonly Flow[]) => {
      const decision = flows.map(({ id }) => id).join(' ');
      return all(flows.map(followOnce))
        .map((way) => withDecision(way, node.id, decision))
        .filter(({ decisions }) => freedom === 'all' || decisions.size < 2);
    };
    if (node.type === 'bpmn:ExclusiveGateway') {
      const chosenByPeople = node.outgoing.length < 2 || isPressed(node, draft);
      return unique(node.outgoing.flatMap((flow) => (chosenByPeople ? follow(flow) : decide([flow]))));
    }
    const choices = choicesOf(node);
    return choices === undefined ? all(node.outgoing.map(follow)) : unique(choices.flatMap(decide));
  }

  function arrive(flow: Flow, passed: readonly FlowNode[]): readonly Way[] {
    const { target } = flow;
    if (target === undefined) return [STAYS];
    if (isJoin(target)) return [{ ...STAYS, to: [placeOf(flow)] }];
    if (restsAt(target)) return [{ ...STAYS, to: [placeOf(target)] }];
    return passed.includes(target) ? [] : leave(target, passed);
  }

  /** All combinations of the paths of several tokens. */
  function all(parts: readonly (readonly Way[])[]): readonly Way[] {
    const plain = joinPlain(parts);
    budget.spend(parts.length);
    if (plain !== undefined) return [plain];
    let ways: readonly Way[] = [STAYS];
    for (const part of parts) {
      budget.spend(ways.length * part.length);
      ways = unique(ways.flatMap((one) => part.flatMap((other) => join(one, other) ?? [])));
    }
    return ways.filter(({ decisions }) => freedom === 'all' || decisions.size < 2);
  }

  return { leave: (node) => leave(node, []) };
}

const ENDS_ALL: ReadonlySet<EventKind> = new Set<EventKind>(['terminate', 'error', 'cancel']);

function endsAll({ element }: FlowNode): boolean {
  return eventDefinitionsOf(element)
    .map(eventKindOf)
    .some((kind) => ENDS_ALL.has(kind));
}

/** Whether a press or votes choose the flow, directly or by setting the tested variable. */
function isPressed(gateway: FlowNode, { routings }: Draft): boolean {
  const kind = routings.get(gateway.id)?.kind;
  if (kind === 'press' || kind === 'votes') return true;
  if (kind !== 'variable') return false;
  return gateway.incoming.every(({ source }) => source?.type === 'bpmn:UserTask' && gatewayBehind(source) === gateway);
}

/** The sets of flows that conditions may choose; undefined if all flows are taken. */
function choicesOf({ type, outgoing }: FlowNode): readonly (readonly Flow[])[] | undefined {
  if (type === 'bpmn:ParallelGateway' || outgoing.every(({ condition }) => condition === undefined)) return undefined;
  const tested = outgoing.filter(({ isDefault }) => !isDefault);
  const fallback = outgoing.filter(({ isDefault }) => isDefault);
  if (2 ** tested.length > MAX_WAYS) throw new BudgetSpent();
  const subsets: (readonly Flow[])[] = [[]];
  for (const flow of tested) subsets.push(...subsets.map((set) => [...set, flow]));
  return subsets.flatMap((set) => (set.length > 0 ? [set] : fallback.length > 0 ? [fallback] : []));
}

/** Fast path for the usual case: each token has a single path without decisions; otherwise undefined. */
function joinPlain(parts: readonly (readonly Way[])[]): Way | undefined {
  const to: number[] = [];
  let ends: FlowNode | undefined;
  for (const part of parts) {
    const [way] = part;
    if (way === undefined || part.length > 1 || way.decisions.size > 0) return undefined;
    to.push(...way.to);
    ends ??= way.ends;
  }
  return { to, decisions: STAYS.decisions, ends };
}

/** Undefined if a condition would have to be true for one token and false for the other. */
function join(one: Way, other: Way): Way | undefined {
  const decisions = new Map(one.decisions);
  for (const [id, decision] of other.decisions) {
    if ((decisions.get(id) ?? decision) !== decision) return undefined;
    decisions.set(id, decision);
  }
  return { to: [...one.to, ...other.to], decisions, ends: one.ends ?? other.ends };
}

function withDecision(way: Way, id: string, decision: string): Way {
  return { ...way, decisions: new Map([...way.decisions, [id, decision]]) };
}

function unique(ways: readonly Way[]): readonly Way[] {
  if (ways.length < 2) return ways;
  const byKey = new Map(
    ways.map((way) => [`${way.to.toSorted((a, b) => a - b)}|${[...way.decisions].join(';')}|${way.ends?.id}`, way]),
  );
  if (byKey.size > MAX_WAYS) throw new BudgetSpent();
  return [...byKey.values()];
}
