import type { ProcessModel } from '../../model/process-model.ts';
import { canHoldTokens } from '../../model/tokens/can-hold-tokens.ts';
import { type GraphFlow, type GraphNode, isEventSubProcess } from '../../net/graph.ts';
import type { Id, NetState, TokenState } from '../../net/state.ts';
import { tokenOf } from '../state/execution-id.ts';
import type { Ledger } from '../state/ledger.ts';
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
  readonly moves: readonly (MovedWait & { readonly token: Id })[];
  readonly refusals: readonly MigrationRefusal[];
}

/** An instance between two steps. */
interface Standing {
  readonly net: NetState;
  readonly ledger: Ledger;
}

/** Gives every token of an instance its place in the other version, and says of each that has none why. */
export function planMoves(standing: Standing, versions: Versions): PlannedMoves {
  const planners = Object.keys(standing.net.scopes).map((scope) => new ScopePlanner(scope, standing, versions));
  for (const planner of planners) planner.plan();
  const moves = planners.flatMap((planner) => planner.moves);
  const refusals = planners.flatMap((planner) => planner.refusals);
  return { moves, refusals: [...refusals, ...refusePanels(standing.ledger, moves, versions)] };
}

/** Who has an earlier task again whose node is missing; where the wait begins anew, nobody has. */
function refusePanels(
  { panels = {} }: Ledger,
  moves: PlannedMoves['moves'],
  { to }: Versions,
): readonly MigrationRefusal[] {
  const begunAnew = new Set(moves.map(({ token }) => token));
  return Object.entries(panels).flatMap(([seat, { target, taskId }]) => {
    if (target === undefined || to.userTasks.has(target) || begunAnew.has(tokenOf(seat))) return [];
    const text = `the other version has no ${target}, to which ${taskId} was sent back: let it be resubmitted, or recall it`;
    return [{ reason: 'node-missing', nodeId: target, text }];
  });
}

class ScopePlanner {
  readonly moves: PlannedMoves['moves'][number][] = [];
  readonly refusals: MigrationRefusal[] = [];
  /** The process or sub-process. */
  readonly #scopeId: string;
  readonly #tokens: readonly (readonly [Id, TokenState])[];
  readonly #standing: Standing;
  readonly #versions: Versions;
  readonly #places: (GraphNode | GraphFlow)[] = [];

  constructor(scope: Id, standing: Standing, versions: Versions) {
    const { scopes, tokens } = standing.net;
    this.#scopeId = scopes[scope]?.node ?? versions.from.graph.process.id;
    // Iterations stay or go with the token that arrived at their activity.
    this.#tokens = Object.entries(tokens).filter(([, token]) => token.scope === scope && token.of === undefined);
    this.#standing = standing;
    this.#versions = versions;
  }

  plan(): void {
    for (const [id, token] of this.#tokens) this.#planToken(id, token);
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

  #planToken(id: Id, { node: nodeId = '', flow }: TokenState): void {
    if (flow !== undefined) {
      this.#planArrival(flow);
      return;
    }
    const { from, to, nodes } = this.#versions;
    const node = from.graph.nodes.get(nodeId);
    if (node === undefined) {
      this.#refuse('unreadable', nodeId, `${nodeId} is not in the version that it runs`);
      return;
    }
    const targetId = nodes.get(nodeId) ?? nodeId;
    if (this.#isRefused(id, node, targetId)) return;
    const target = to.graph.nodes.get(targetId);
    if (target && !isEventSubProcess(node)) this.#places.push(target);
    if (!this.#stays(nodeId, targetId)) this.#move(id, node, targetId);
  }

  /** Tokens in front of a join keep their flow. */
  #planArrival(flowId: string): void {
    const { from, to } = this.#versions;
    const [before, flow] = [from.graph.flows.get(flowId), to.graph.flows.get(flowId)];
    const nodeId = before?.target.id ?? flowId;
    if (flow?.target.id === nodeId && flow.target.type === before?.target.type) this.#places.push(flow);
    else
      this.#refuse(
        'join',
        nodeId,
        `a token waits in front of ${nodeId}, which has no flow ${flowId} in the other version`,
      );
  }

  #isRefused(id: Id, node: GraphNode, targetId: string): boolean {
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
    if (this.#hasJob(id, node) && !(isSelf && isSameCall(nodeId, from, to) && hasSameEvents(nodeId, from, to))) {
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
  #hasJob(id: Id, node: GraphNode): boolean {
    const { net, ledger } = this.#standing;
    const rootOf = (executionId: string) => net.tokens[tokenOf(executionId)]?.of ?? tokenOf(executionId);
    const events = [node, ...node.boundaries].map((each) => each.id);
    return (
      Object.values(ledger.openJobs).some(({ rootId }) => rootId === id) ||
      [...Object.keys(ledger.pressed), ...Object.keys(ledger.returned)].some((each) => rootOf(each) === id) ||
      Object.values(ledger.asked).some(({ nodeId }) => events.includes(nodeId))
    );
  }

  #move(id: Id, node: GraphNode, targetId: string): void {
    const { id: nodeId, type, content } = node;
    const isReached = (this.#versions.to.graph.nodes.get(targetId)?.incoming.length ?? 0) > 0;
    if (content) {
      const text = `${nodeId} is running, and is not the same in the other version: only what runs in it can be moved`;
      this.#refuse('boundary-events', nodeId, text);
    } else if (!MOVABLE.has(type) || this.#hasJob(id, node) || !isReached)
      this.#refuse('not-movable', nodeId, `the token at ${nodeId} cannot be moved; let it go on first`);
    else {
      const task = Object.values(this.#standing.ledger.openTasks).find(({ rootId }) => rootId === id);
      this.moves.push({ token: id, from: nodeId, to: targetId, taskId: task?.taskId ?? null });
    }
  }
}

/** What can be begun again: people and events wait there, and nothing outside runs for it. */
const MOVABLE: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ReceiveTask',
  'bpmn:IntermediateCatchEvent',
  'bpmn:EventBasedGateway',
]);
