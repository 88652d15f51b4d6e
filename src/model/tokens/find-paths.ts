import { textOf } from '../moddle/moddle-element.ts';
import type { Flow, FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { type EventKind, eventDefinitionsOf, eventKindOf } from '../read/events/event-kind.ts';
import { gatewayAfter } from '../read/read-routing.ts';
import { isService } from '../read/services/read-service.ts';
import type { ExploreMode, TokenPath } from './token-net.ts';
import { BudgetExceeded, type WorkBudget } from './work-budget.ts';

/** Maximum number of paths from one wait to the next. */
const MAX_PATHS = 300;
/** Maximum number of nodes on a path from one wait to the next. */
const MAX_DEPTH = 1_000;

export interface PathSearch {
  readonly draft: Draft;
  readonly mode: ExploreMode;
  readonly budget: WorkBudget;
}

export interface PathFinder {
  /** The paths of the tokens that leave a node, up to the next waits. */
  leave(node: FlowNode): readonly TokenPath[];
}

const WAITS: ReadonlySet<string> = new Set(['bpmn:UserTask', 'bpmn:ReceiveTask', 'bpmn:EventBasedGateway']);

/** Whether a token waits at a node. */
export function waitsAt(node: FlowNode): boolean {
  if (WAITS.has(node.type) || /SubProcess$|CallActivity$|Transaction$/.test(node.type) || isService(node)) return true;
  return node.type === 'bpmn:IntermediateCatchEvent' && eventDefinitionsOf(node.element).length > 0;
}

function isJoin({ type, incoming }: FlowNode): boolean {
  return incoming.length > 1 && (type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway');
}

const NO_TARGET: TokenPath = { to: [], decisions: new Map(), ends: undefined };

/** @param placeOf index of the place of a node, or of a flow into a join */
export function createPathFinder(
  { draft, mode, budget }: PathSearch,
  placeOf: (at: FlowNode | Flow) => number,
): PathFinder {
  /** @param passed nodes since the last wait; a loop without a wait is not a path */
  function leave(node: FlowNode, passed: readonly FlowNode[]): readonly TokenPath[] {
    if (passed.length > MAX_DEPTH) throw new BudgetExceeded();
    budget.spend(1 + passed.length);
    if (node.type === 'bpmn:EndEvent') return [{ ...NO_TARGET, ends: endsAll(node) ? node : undefined }];
    const follow = (flow: Flow) => arrive(flow, [...passed, node]);
    if (node.outgoing.length === 0) return [NO_TARGET];
    if (node.type === 'bpmn:EventBasedGateway') {
      return unique(node.outgoing.flatMap(({ target }) => leave(target, [...passed, node])));
    }
    // Many sets of flows contain the same flow, whose paths are the same in each.
    const followed = new Map<Flow, readonly TokenPath[]>();
    const followOnce = (flow: Flow) => {
      const paths = followed.get(flow) ?? follow(flow);
      followed.set(flow, paths);
      return paths;
    };
    const decide = (flows: readonly Flow[]) => {
      const decision = flows.map(({ id }) => id).join(' ');
      return all(flows.map(followOnce))
        .map((path) => withDecision(path, node.id, decision))
        .filter(({ decisions }) => mode === 'all' || decisions.size < 2);
    };
    if (node.type === 'bpmn:ExclusiveGateway') {
      const chosenByPeople = node.outgoing.length < 2 || isPressed(node, draft);
      return unique(node.outgoing.flatMap((flow) => (chosenByPeople ? follow(flow) : decide([flow]))));
    }
    const choices = choicesOf(node);
    return choices === undefined ? all(node.outgoing.map(follow)) : unique(choices.flatMap(decide));
  }

  function arrive(flow: Flow, passed: readonly FlowNode[]): readonly TokenPath[] {
    const { target } = flow;
    if (isJoin(target)) return [{ ...NO_TARGET, to: [placeOf(flow)] }];
    if (waitsAt(target)) return [{ ...NO_TARGET, to: [placeOf(target)] }];
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
  return gateway.incoming.every(({ source }) => source.type === 'bpmn:UserTask' && gatewayAfter(source) === gateway);
}

/** The sets of flows that conditions may choose; undefined if all flows are taken. */
function choicesOf({ type, outgoing }: FlowNode): readonly (readonly Flow[])[] | undefined {
  if (type === 'bpmn:ParallelGateway' || outgoing.every(({ condition }) => condition === undefined)) return undefined;
  const always = outgoing.filter(({ isDefault, condition }) => !isDefault && condition === undefined);
  const tested = groupByCondition(outgoing.filter((flow) => !flow.isDefault && !always.includes(flow)));
  const fallback = outgoing.filter(({ isDefault }) => isDefault);
  if (2 ** tested.length > MAX_PATHS) throw new BudgetExceeded();
  const subsets: (readonly Flow[])[] = [always];
  for (const flows of tested) subsets.push(...subsets.map((set) => [...set, ...flows]));
  return subsets.flatMap((set) => (set.length > 0 ? [set] : fallback.length > 0 ? [fallback] : []));
}

/** Flows with the same condition are taken together. */
function groupByCondition(flows: readonly Flow[]): readonly (readonly Flow[])[] {
  const groups = new Map<string, readonly Flow[]>();
  for (const flow of flows) {
    const key = `${textOf(flow.condition, 'language')} ${textOf(flow.condition, 'body')}`;
    groups.set(key, [...(groups.get(key) ?? []), flow]);
  }
  return [...groups.values()];
}

/** Fast path for the usual case: each token has a single path without decisions; otherwise undefined. */
function joinPlain(parts: readonly (readonly TokenPath[])[]): TokenPath | undefined {
  const to: number[] = [];
  let ends: FlowNode | undefined;
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
