import { type Graph, type GraphFlow, type GraphNode, isJoin, type NodeEvent, type NodeKind } from '../../net/graph.ts';
import type { ExploreMode, TokenPath } from './token-net.ts';
import { BudgetExceeded, type WorkBudget } from './work-budget.ts';

/** Maximum number of paths from one wait to the next. */
const MAX_PATHS = 300;
/** Maximum number of nodes on a path from one wait to the next. */
const MAX_DEPTH = 1_000;

export interface PathSearch {
  readonly graph: Graph;
  readonly mode: ExploreMode;
  readonly budget: WorkBudget;
  /** Whether people choose the flow out of an exclusive gateway. */
  readonly isPressed: (gateway: GraphNode) => boolean;
  /** The flows of a node with the same text are taken together. */
  readonly conditionOf: (flow: GraphFlow) => string;
  /** Whether a token waits at a node. */
  readonly waitsAt: (node: GraphNode) => boolean;
  /** Whether a boundary event that does not interrupt can fire only once for each token of its host. */
  readonly firesOnce: (boundary: GraphNode) => boolean;
  /** Whether an event may fire without others at the same time. */
  readonly firesAlone: (event: NodeEvent) => boolean;
}

const WAITS: ReadonlySet<NodeKind> = new Set(['activity', 'sub-process', 'call', 'event-based', 'catch']);
const PASSED: ReadonlySet<string> = new Set(['bpmn:Task', 'bpmn:ManualTask']);

/** Whether a token waits at a node. */
export function waitsAt({ kind, type, events }: GraphNode): boolean {
  return WAITS.has(kind) && !PASSED.has(type) && (kind !== 'catch' || events.length > 0);
}

const NO_TARGET: TokenPath = { to: [], decisions: new Map(), ends: undefined };

/**
 * @param placeOf index of the place of a node, or of a flow into a join
 * @returns finds the paths of the tokens that leave a node, up to the next waits
 */
export function createPathFinder(
  { mode, budget, isPressed, conditionOf, waitsAt: waits }: PathSearch,
  placeOf: (at: GraphNode | GraphFlow) => number,
): (node: GraphNode) => readonly TokenPath[] {
  /** @param passed nodes since the last wait; a loop without a wait is not a path */
  function leave(node: GraphNode, passed: readonly GraphNode[]): readonly TokenPath[] {
    if (passed.length > MAX_DEPTH) throw new BudgetExceeded();
    budget.spend(1 + passed.length);
    if (node.type === 'bpmn:EndEvent') return [{ ...NO_TARGET, ends: endsAll(node) ? node : undefined }];
    const follow = (flow: GraphFlow) => arrive(flow, [...passed, node]);
    if (node.outgoing.length === 0) return [NO_TARGET];
    if (node.kind === 'event-based') {
      return unique(node.outgoing.flatMap(({ target }) => leave(target, [...passed, node])));
    }
    // Many sets of flows contain the same flow, whose paths are the same in each.
    const followed = new Map<GraphFlow, readonly TokenPath[]>();
    const followOnce = (flow: GraphFlow) => {
      const paths = followed.get(flow) ?? follow(flow);
      followed.set(flow, paths);
      return paths;
    };
    const decide = (flows: readonly GraphFlow[]) => {
      const decision = flows.map(({ id }) => id).join(' ');
      return all(flows.map(followOnce))
        .map((path) => withDecision(path, node.id, decision))
        .filter(({ decisions }) => mode === 'all' || decisions.size < 2);
    };
    if (node.kind === 'exclusive') {
      const chosenByPeople = node.outgoing.length < 2 || isPressed(node);
      return unique(node.outgoing.flatMap((flow) => (chosenByPeople ? follow(flow) : decide([flow]))));
    }
    const choices = choicesOf(node, conditionOf);
    return choices === undefined ? all(node.outgoing.map(follow)) : unique(choices.flatMap(decide));
  }

  function arrive(flow: GraphFlow, passed: readonly GraphNode[]): readonly TokenPath[] {
    const { target } = flow;
    if (isJoin(target)) return [{ ...NO_TARGET, to: [placeOf(flow)] }];
    if (waits(target)) return [{ ...NO_TARGET, to: [placeOf(target)] }];
    return passed.includes(target) ? [] : leave(target, passed);
  }

  /** All combinations of the paths of several tokens. */
  function all(parts: readonly (readonly TokenPath[])[]): readonly TokenPath[] {
    const plain = joinPlain(parts);
    budget.spend(parts.length);
    if (plain !== undefined) return [plain];
    let paths: readonly TokenPath[] = [NO_TARGET];
    for (const part of parts) {
      budget.spend(paths.length * part.length);
      paths = unique(paths.flatMap((one) => part.flatMap((other) => join(one, other) ?? [])));
    }
    return paths.filter(({ decisions }) => mode === 'all' || decisions.size < 2);
  }

  return (node) => leave(node, []);
}

function endsAll({ events }: GraphNode): boolean {
  return events.some(({ kind }) => kind === 'terminate' || kind === 'error');
}

/** The sets of flows that conditions may choose; undefined if all flows are taken. */
function choicesOf(
  { kind, outgoing }: GraphNode,
  conditionOf: PathSearch['conditionOf'],
): readonly (readonly GraphFlow[])[] | undefined {
  if (kind === 'parallel' || !outgoing.some(({ isConditional }) => isConditional)) return undefined;
  const always = outgoing.filter(({ isDefault, isConditional }) => !isDefault && !isConditional);
  const tested = new Map<string, GraphFlow[]>();
  for (const flow of outgoing) {
    if (flow.isDefault || !flow.isConditional) continue;
    const together = tested.get(conditionOf(flow));
    if (together) together.push(flow);
    else tested.set(conditionOf(flow), [flow]);
  }
  const fallback = outgoing.filter(({ isDefault }) => isDefault);
  if (2 ** tested.size > MAX_PATHS) throw new BudgetExceeded();
  const subsets: (readonly GraphFlow[])[] = [always];
  for (const flows of tested.values()) subsets.push(...subsets.map((set) => [...set, ...flows]));
  return subsets.flatMap((set) => (set.length > 0 ? [set] : fallback.length > 0 ? [fallback] : []));
}

/** Fast path for the usual case: each token has a single path without decisions; otherwise undefined. */
function joinPlain(parts: readonly (readonly TokenPath[])[]): TokenPath | undefined {
  const to: number[] = [];
  let ends: GraphNode | undefined;
  for (const part of parts) {
    const [path] = part;
    if (path === undefined || part.length > 1 || path.decisions.size > 0) return undefined;
    to.push(...path.to);
    ends ??= path.ends;
  }
  return { to, decisions: NO_TARGET.decisions, ends };
}

/** Undefined if a condition would have to be true for one token and false for the other. */
function join(one: TokenPath, other: TokenPath): TokenPath | undefined {
  const decisions = new Map(one.decisions);
  for (const [id, decision] of other.decisions) {
    if ((decisions.get(id) ?? decision) !== decision) return undefined;
    decisions.set(id, decision);
  }
  return { to: [...one.to, ...other.to], decisions, ends: one.ends ?? other.ends };
}

function withDecision(path: TokenPath, id: string, decision: string): TokenPath {
  return { ...path, decisions: new Map([...path.decisions, [id, decision]]) };
}

function unique(paths: readonly TokenPath[]): readonly TokenPath[] {
  if (paths.length < 2) return paths;
  const byKey = new Map(
    paths.map((path) => [
      `${path.to.toSorted((a, b) => a - b)}|${[...path.decisions].join(';')}|${path.ends?.id}`,
      path,
    ]),
  );
  if (byKey.size > MAX_PATHS) throw new BudgetExceeded();
  return [...byKey.values()];
}
