import type { ProcessModel } from '../../model/process-model.ts';
import { canHoldTokens } from '../../model/tokens/can-hold-tokens.ts';
import { type GraphFlow, type GraphNode, isEventSubProcess } from '../../net/graph.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { Ledger } from '../state/ledger.ts';
import {
  flowsInFrontOf,
  isSameCopy,
  type MovedToken,
  type ScopeInState,
  type StoredActivity,
  type StoredScope,
} from './engine-state.ts';
import type { MigrationReason, MigrationRefusal, MovedWait } from './migration-plan.ts';
import { alternativesOf, hasSameEvents, isSame, isSameCall, isSameTask, loopOf, waitOf } from './same-form.ts';

/** What a migration reads. */
export interface Versions {
  readonly from: ProcessModel;
  readonly to: ProcessModel;
  /** Ids of nodes of `from`, and the nodes of `to` that their tokens come to. Default: the node of the same id. */
  readonly nodes: ReadonlyMap<string, string>;
}

/** What becomes of the tokens of an instance. */
export interface PlannedMoves {
  readonly moves: ReadonlyMap<StoredScope, readonly MovedToken[]>;
  readonly moved: readonly (MovedWait & { readonly executionId: string; readonly causeId: string })[];
  readonly refusals: readonly MigrationRefusal[];
}

/** Gives every token of an instance its place in the other version, and says of each that has none why. */
export function planMoves(scopes: readonly ScopeInState[], ledger: Ledger, versions: Versions): PlannedMoves {
  const moves = new Map<StoredScope, MovedToken[]>();
  const moved: PlannedMoves['moved'][number][] = [];
  const refusals: MigrationRefusal[] = [];
  for (const inState of scopes) {
    const planner = new ScopePlanner(inState, ledger, versions);
    planner.plan();
    moves.set(inState.scope, planner.moves);
    moved.push(...planner.moved);
    refusals.push(...planner.refusals);
  }
  return { moves, moved, refusals };
}

class ScopePlanner {
  readonly moves: MovedToken[] = [];
  readonly moved: PlannedMoves['moved'][number][] = [];
  readonly refusals: MigrationRefusal[] = [];
  readonly #scopeId: string;
  readonly #children: readonly StoredActivity[];
  readonly #ledger: Ledger;
  readonly #versions: Versions;
  readonly #places: (GraphNode | GraphFlow)[] = [];

  constructor({ scopeId, scope }: ScopeInState, ledger: Ledger, versions: Versions) {
    this.#scopeId = scopeId;
    this.#children = scope.children ?? [];
    this.#ledger = ledger;
    this.#versions = versions;
  }

  plan(): void {
    for (const child of this.#children) this.#planChild(child);
    if (this.refusals.length > 0) return;
    const { to } = this.#versions;
    const { nodes, process } = to.graph;
    // A node that holds a token was found in the scope.
    const scope = nodes.get(this.#scopeId)?.content ?? process;
    const isReachable = canHoldTokens(to.graph, scope, this.#places);
    if (isReachable === true) return;
    const at = this.#places.map((place) => ('target' in place ? `the flow ${place.id}` : place.id)).join(', ');
    if (isReachable === undefined) {
      this.#refuse(
        'too-many-states',
        null,
        `the other version has too many states to tell whether its tokens can be at ${at}`,
      );
    } else {
      const why = 'a join would wait forever, or what follows would run twice';
      this.#refuse('tokens', null, `no instance of the other version ever has its tokens at just ${at}: ${why}`);
    }
  }

  #refuse(reason: MigrationReason, nodeId: string | null, text: string): void {
    this.refusals.push({ reason, nodeId, text });
  }

  #planChild(child: StoredActivity): void {
    const nodeId = nodeIdOf(child.id);
    const { from } = this.#versions;
    const node = from.graph.nodes.get(nodeId);
    if (node === undefined) {
      this.#refuse('unreadable', nodeId, `${nodeId} is not in the version that it runs`);
      return;
    }
    this.#planFlows(child, nodeId);
    if (child.status === undefined) return;
    // Their host or their gateway decides about them.
    if (node.host || this.#gatewayBefore(nodeId)) return;
    const targetId = this.#versions.nodes.get(nodeId) ?? nodeId;
    if (this.#isRefused(child, node, targetId)) return;
    const target = this.#versions.to.graph.nodes.get(targetId);
    if (target && !isEventSubProcess(node)) this.#places.push(target);
    if (this.#stays(nodeId, targetId)) return;
    this.#move(child, nodeId, targetId);
  }

  /** Tokens in front of a join keep their flow. */
  #planFlows(child: StoredActivity, nodeId: string): void {
    const { to } = this.#versions;
    for (const flowId of flowsInFrontOf(child)) {
      const flow = to.graph.flows.get(flowId);
      if (flow?.target.id === nodeId && flow.target.type === child.type) this.#places.push(flow);
      else
        this.#refuse(
          'join',
          nodeId,
          `a token waits in front of ${nodeId}, which has no flow ${flowId} in the other version`,
        );
    }
  }

  /** @returns the event-based gateway whose event this is, if it waits */
  #gatewayBefore(nodeId: string): StoredActivity | undefined {
    const incoming = this.#versions.from.graph.nodes.get(nodeId)?.incoming ?? [];
    const sources = incoming.map(({ source }) => source.id);
    return this.#children.find(({ id, type }) => type === 'bpmn:EventBasedGateway' && sources.includes(nodeIdOf(id)));
  }

  #isRefused(child: StoredActivity, node: GraphNode, targetId: string): boolean {
    const { from, to } = this.#versions;
    const nodeId = node.id;
    const refuse = (reason: MigrationReason, text: string) => {
      this.#refuse(reason, nodeId, text);
      return true;
    };
    const target = to.graph.nodes.get(targetId);
    if (!target)
      return refuse('node-missing', `the other version has no ${targetId}: name the node that its tokens come to`);
    if (target.scope.id !== this.#scopeId) {
      return refuse('other-scope', `${targetId} is not in ${this.#scopeId} in the other version`);
    }
    const isSameKind =
      target.type === node.type &&
      isSame(waitOf(node), waitOf(target)) &&
      from.userTasks.has(nodeId) === to.userTasks.has(targetId) &&
      isEventSubProcess(node) === isEventSubProcess(target) &&
      isSame(from.subProcesses.get(nodeId)?.own, to.subProcesses.get(targetId)?.own);
    if (!isSameKind) return refuse('other-kind', `${nodeId} and ${targetId} are not of one kind`);
    const isSelf = nodeId === targetId;
    if (this.#hasJob(child) && !(isSelf && isSameCall(nodeId, from, to) && hasSameEvents(nodeId, from, to))) {
      return refuse(
        'job',
        `the service or script of ${nodeId} runs, and the other version has another one: let it finish`,
      );
    }
    const [loop, otherLoop] = [loopOf(nodeId, from), loopOf(targetId, to)];
    const isLoop = loop !== undefined || otherLoop !== undefined;
    if (isLoop && !(isSelf && isSame(loop, otherLoop) && this.#stays(nodeId, targetId))) {
      return refuse('multi-instance', `${nodeId} runs several times, and not in the same way in the other version`);
    }
    return false;
  }

  #stays(nodeId: string, targetId: string): boolean {
    const { from, to } = this.#versions;
    if (nodeId !== targetId || !hasSameEvents(nodeId, from, to)) return false;
    if (from.userTasks.has(nodeId)) return isSameTask(nodeId, from, to);
    const isGateway = from.graph.nodes.get(nodeId)?.kind === 'event-based';
    return !isGateway || isSame(alternativesOf(nodeId, from), alternativesOf(nodeId, to));
  }

  /** A call, or a script of the task or of an event at it. */
  #hasJob(child: StoredActivity): boolean {
    const { openJobs, asked, pressed, returned } = this.#ledger;
    const ofChild = (executionId: string) =>
      child.executionId !== undefined && executionId.startsWith(child.executionId);
    const { boundaries = [] } = this.#versions.from.graph.nodes.get(nodeIdOf(child.id)) ?? {};
    const events = boundaries.map(({ id }) => id);
    return (
      Object.values(openJobs).some(({ rootId }) => rootId === child.executionId) ||
      [...Object.keys(pressed), ...Object.keys(returned)].some(ofChild) ||
      Object.values(asked).some(({ nodeId }) => nodeId === nodeIdOf(child.id) || events.includes(nodeId))
    );
  }

  #move(child: StoredActivity, nodeId: string, targetId: string): void {
    const { type, executionId } = child;
    const flow = this.#versions.to.graph.nodes.get(targetId)?.incoming[0];
    const isMovable = MOVABLE.has(type) && !this.#hasJob(child) && executionId !== undefined && flow !== undefined;
    if (!isMovable) {
      if (child.execution?.children !== undefined || child.execution?.executions !== undefined) {
        const text = `${nodeId} is running, and is not the same in the other version: only what runs in it can be moved`;
        this.#refuse('boundary-events', nodeId, text);
      } else this.#refuse('not-movable', nodeId, `the token at ${nodeId} cannot be moved; let it go on first`);
      return;
    }
    const alternatives =
      type === 'bpmn:EventBasedGateway' ? this.#children.filter((each) => this.#isAlternative(each, child)) : [];
    const attached = this.#children.filter((each) => this.#isAttached(each, child));
    const ended = new Set([child, ...alternatives, ...attached].map(({ id }) => id));
    const causeId = `moved.${executionId}`;
    this.moves.push({ ended, targetId, flow: { id: flow.id, sourceId: flow.source.id }, causeId });
    const task = Object.values(this.#ledger.openTasks).find(({ rootId }) => rootId === executionId);
    this.moved.push({ from: nodeId, to: targetId, taskId: task?.taskId ?? null, executionId, causeId });
  }

  #isAttached(event: StoredActivity, host: StoredActivity): boolean {
    const { host: attachedTo } = this.#versions.from.graph.nodes.get(nodeIdOf(event.id)) ?? {};
    return attachedTo?.id === nodeIdOf(host.id) && isSameCopy(event, host);
  }

  #isAlternative(event: StoredActivity, gateway: StoredActivity): boolean {
    return this.#gatewayBefore(nodeIdOf(event.id))?.id === gateway.id && isSameCopy(event, gateway);
  }
}

/** What can be begun again: people and events wait there, and nothing outside runs for it. */
const MOVABLE: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ReceiveTask',
  'bpmn:IntermediateCatchEvent',
  'bpmn:EventBasedGateway',
]);
