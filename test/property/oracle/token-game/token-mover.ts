import { isTrue } from '../../conditions/condition-truth.ts';
import { type Computation, flowsFrom, flowsInto, type GraphNode, nodeOf, nodesIn } from '../../draw/graph.ts';
import { isActivated, type TokenPlace } from '../inclusive-rule.ts';
import { buttonsOf } from '../oracle-buttons.ts';
import { readSize, type Size } from '../oracle-conditions.ts';
import { join, passedBefore } from '../trails.ts';
import type { Origin, Token } from './game-state.ts';
import { TokenBoard } from './token-board.ts';

/** A gateway without a true way on, or an error that nothing catches. */
export class Stuck extends Error {}

/** How tokens move along the flows, through gateways and joins and into events: BPMN 2.0, chapters 10 and 13. */
export abstract class TokenMover extends TokenBoard {
  /** A token has come to an activity. */
  protected abstract begin(node: GraphNode, token: Token): void;

  /** A token has ended in a scope: it may have been the last one. */
  protected abstract completeIfEmpty(scopeId: number): void;

  /** Moves every token until it waits. */
  protected drain(): void {
    this.drainTo(0);
  }

  protected drainTo(depth: number): void {
    while (this.moving.length > depth) {
      const token = this.moving.pop();
      if (token) this.#arrive(token);
    }
  }

  #arrive(token: Token): void {
    const target = this.graph.flows.find(({ id }) => id === token.flowId)?.target ?? '';
    this.enter(nodeOf(this.graph, target), token);
  }

  protected enter(node: GraphNode, token: Token): void {
    this.trail = passedBefore(token.trail, node.id);
    switch (node.type) {
      case 'startEvent':
      case 'task':
      case 'manualTask':
        this.leave(token.scope, node.id, token.origin);
        return;
      case 'endEvent':
      case 'intermediateThrowEvent':
        this.#reachThrow(node, token);
        return;
      case 'exclusiveGateway':
        this.#take(token.scope, [this.#chooseFlow(node.id, token)], token.origin, undefined);
        return;
      case 'parallelGateway':
      case 'inclusiveGateway':
        this.state.waiting.push(token);
        if (this.#isFilled(node.id, token.scope)) this.#fire(node, token.scope);
        return;
      case 'intermediateCatchEvent':
      case 'receiveTask':
        this.#beginCatch(node, [node], token);
        return;
      case 'eventBasedGateway': {
        const targets = flowsFrom(this.graph, node.id).map((flow) => nodeOf(this.graph, flow.target));
        this.#beginCatch(node, targets, token);
        return;
      }
      default:
        if (node.computes) this.#compute(node, node.computes, token);
        else this.begin(node, token);
    }
  }

  /** How often a node runs whose token has come. */
  protected sizeOf({ id, many }: GraphNode, scope: number): Size {
    if (!many) return { count: 1, people: [] };
    const size = readSize(many, this.valuesAt(scope));
    if (!size || (size.count === 0 && this.#isVotedOn(id))) throw new Stuck(id);
    return size;
  }

  #isVotedOn(nodeId: string): boolean {
    return buttonsOf(this.graph, nodeId).some(({ vote }) => vote);
  }

  /** An expression is computed in passing, once for each element. */
  #compute(node: GraphNode, computes: Computation, { scope, origin }: Token): void {
    const variables = this.valuesAt(scope);
    const { variable } = computes;
    const value =
      computes.kind === 'not'
        ? variables[computes.of] !== true
        : Number(variables[variable]) + this.sizeOf(node, scope).count;
    this.setAt(scope, { [variable]: value });
    this.leave(scope, node.id, origin);
  }

  #reachThrow(node: GraphNode, { scope, origin }: Token): void {
    if (!node.event) {
      this.leave(scope, node.id, origin);
      return;
    }
    if (node.event.kind === 'terminate') {
      this.moves.terminated += 1;
      this.cancelContent(scope, { by: 'terminate', cause: origin });
      this.leave(scope, node.id, origin);
      return;
    }
    this.state.thrown.push(this.addActivity(node.id, scope, origin).id);
  }

  /** The token goes on from a node by all its flows, or ends. */
  protected leave(scope: number, nodeId: string, origin: Origin, chosen?: string): void {
    this.noteCompleted(scope, origin);
    const flows = flowsFrom(this.graph, nodeId).map(({ id }) => id);
    if (flows.length > 0) this.#take(scope, flows, origin, chosen);
    else {
      const ended = this.scopeOf(scope);
      ended.trail = join([ended.trail, this.trail]);
      this.completeIfEmpty(scope);
    }
  }

  #take(scope: number, flowIds: readonly string[], origin: Origin, chosen: string | undefined): void {
    const { trail } = this;
    this.moving.push(...flowIds.map((flowId) => ({ flowId, scope, origin, trail, chosen })).reverse());
  }

  #chooseFlow(gateway: string, { chosen, scope }: Token): string {
    const flows = flowsFrom(this.graph, gateway);
    const pressed = flows.find(({ id }) => id === chosen);
    const variables = this.valuesAt(scope);
    const flow =
      pressed ??
      flows.find((each) => (each.condition ? isTrue(each.condition, variables) : flows.length === 1)) ??
      flows.find(({ isDefault }) => isDefault);
    if (!flow) throw new Stuck(gateway);
    return flow.id;
  }

  #isFilled(nodeId: string, scope: number): boolean {
    const arrived = (id: string) => this.state.waiting.some((token) => token.flowId === id && token.scope === scope);
    return flowsInto(this.graph, nodeId).every(({ id }) => arrived(id));
  }

  /** Fires an inclusive gateway that no other token can come to. @returns whether there was one */
  protected release(): boolean {
    const { waiting, activities, scopes } = this.state;
    for (const { id: scope, nodeId } of scopes) {
      const tokens: TokenPlace[] = [
        ...waiting.filter((token) => token.scope === scope).map(({ flowId }) => ({ flow: flowId })),
        ...activities.filter((activity) => activity.scope === scope).map((activity) => ({ node: activity.nodeId })),
      ];
      const gateways = nodesIn(this.graph, nodeId).filter(({ type }) => type === 'inclusiveGateway');
      const activated = gateways.find(({ id }) => isActivated(this.graph, id, tokens));
      if (!activated) continue;
      this.moves.released += 1;
      this.#fire(activated, scope);
      return true;
    }
    return false;
  }

  /** Takes one token from each way in that has one; what follows comes from the one that arrived last. */
  #fire({ id, type }: GraphNode, scope: number): void {
    const { waiting } = this.state;
    const variables = this.valuesAt(scope);
    const here = waiting.filter((token) => token.scope === scope);
    const taken = flowsInto(this.graph, id).flatMap((flow) => here.find(({ flowId }) => flowId === flow.id) ?? []);
    const last = here.findLast((token) => taken.includes(token));
    this.state.waiting = waiting.filter((token) => !taken.includes(token));
    const flows = flowsFrom(this.graph, id);
    const isWayOn = type === 'parallelGateway' || flows.length === 1;
    const true_ = flows.filter(
      ({ condition, isDefault }) => isWayOn || (condition ? isTrue(condition, variables) : !isDefault),
    );
    const out = true_.length > 0 ? true_ : flows.filter(({ isDefault }) => isDefault);
    if (out.length === 0) throw new Stuck(id);
    const origin = last?.origin ?? null;
    this.trail = join(taken.map(({ trail }) => trail));
    this.noteCompleted(scope, origin);
    this.#take(
      scope,
      out.map((flow) => flow.id),
      origin,
      undefined,
    );
  }

  #beginCatch(node: GraphNode, targets: readonly GraphNode[], { scope, origin }: Token): void {
    const activity = this.addActivity(node.id, scope, origin);
    for (const target of targets) this.watch(target, scope, activity.id);
    this.watchEdges(activity);
  }
}
