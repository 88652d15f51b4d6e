import {
  type Activity,
  emptyState,
  noMoves,
  type OracleWait,
  type Origin,
  type Scope,
  type State,
  type Token,
  type TokenMoves,
  type Watch,
} from './game-state.ts';
import {
  beginningOf,
  flowsFrom,
  flowsInto,
  type Graph,
  type GraphNode,
  isService,
  isShared,
  nodeOf,
  nodesIn,
  type StandardLoop,
  sizeOf,
} from './graph.ts';
import { isActivated, type TokenPlace } from './inclusive-rule.ts';
import { buttonsOf, gatewayBehind, type OracleButton } from './oracle-buttons.ts';
import { countVotes, isComplete, isTrue, type Tally } from './oracle-conditions.ts';

/** A gateway without a true way on, or an error that nothing catches. */
export class Stuck extends Error {}

/** How a wait was ended. */
interface Completed {
  readonly vote?: OracleButton['vote'];
  /** Flow that a button leads to. */
  readonly pressed?: string | undefined;
  readonly account?: string;
}

/** How tokens move, begin and complete activities and scopes, and are taken away: BPMN 2.0, chapters 10 and 13. */
export class TokenMover {
  protected readonly graph: Graph;
  protected state: State = emptyState();
  protected moves: TokenMoves = noMoves();
  protected now = 0;
  #moving: Token[] = [];

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** Moves every token until it waits. */
  protected drain(): void {
    this.#drainTo(0);
  }

  #drainTo(depth: number): void {
    while (this.#moving.length > depth) {
      const token = this.#moving.pop();
      if (token) this.#arrive(token);
    }
  }

  protected beginStep(now: number): void {
    this.now = now;
    this.#moving = [];
    this.moves = noMoves();
  }

  #arrive(token: Token): void {
    const target = this.graph.flows.find(({ id }) => id === token.flowId)?.target ?? '';
    this.#enter(nodeOf(this.graph, target), token);
  }

  #enter(node: GraphNode, token: Token): void {
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
        this.#take(token.scope, [this.#chooseFlow(node.id, token.chosen)], token.origin, undefined);
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
        this.#begin(node, token);
    }
  }

  #reachThrow(node: GraphNode, { scope, origin }: Token): void {
    if (!node.event) {
      this.leave(scope, node.id, origin);
      return;
    }
    if (node.event.kind === 'terminate') {
      this.moves.terminated += 1;
      this.cancelContent(scope);
      this.leave(scope, node.id, origin);
      return;
    }
    this.state.thrown.push(this.#addActivity(node.id, scope, origin, 1).id);
  }

  /** The token goes on from a node by all its flows, or ends. */
  protected leave(scope: number, nodeId: string, origin: Origin, chosen?: string): void {
    this.#noteCompleted(scope, origin);
    const flows = flowsFrom(this.graph, nodeId).map(({ id }) => id);
    if (flows.length > 0) this.#take(scope, flows, origin, chosen);
    else this.#completeIfEmpty(scope);
  }

  /** A scope goes on from what completed in it last, and so does the activity it is the content of. */
  #noteCompleted(scopeId: number, origin: Origin): void {
    const scope = this.scopeOf(scopeId);
    scope.origin = origin;
    const owner = this.state.activities.find(({ id }) => id === scope.activity);
    if (owner) owner.origin = origin;
  }

  #take(scope: number, flowIds: readonly string[], origin: Origin, chosen: string | undefined): void {
    this.#moving.push(...flowIds.map((flowId) => ({ flowId, scope, origin, chosen })).reverse());
  }

  #chooseFlow(gateway: string, chosen: string | undefined): string {
    const flows = flowsFrom(this.graph, gateway);
    const pressed = flows.find(({ id }) => id === chosen);
    const { variables } = this.state;
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
    const { waiting, variables } = this.state;
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
    this.#noteCompleted(scope, origin);
    this.#take(
      scope,
      out.map((flow) => flow.id),
      origin,
      undefined,
    );
  }

  protected nextId(): number {
    this.state.lastId += 1;
    return this.state.lastId;
  }

  protected scopeOf(id: number): Scope {
    const scope = this.state.scopes.find((each) => each.id === id);
    if (!scope) throw new TypeError(`scope ${id} is over`);
    return scope;
  }

  #addActivity(nodeId: string, scope: number, origin: Origin, size: number): Activity {
    const tally: Tally = { size, completed: 0, approvals: 0, rejections: 0 };
    const activity: Activity = { id: this.nextId(), nodeId, scope, origin, tally, waits: [], begun: 0 };
    this.state.activities.push(activity);
    return activity;
  }

  protected watch(
    { id: nodeId, event }: GraphNode,
    scope: number,
    host: number | undefined,
    from = this.now,
    left?: number,
  ): void {
    const isTimer = event?.kind === 'timer';
    const dueAt = !isTimer ? null : event.form === 'date' ? event.ms : from + event.ms;
    const rounds = left ?? (isTimer && event.form === 'cycle' ? event.rounds : 1);
    this.state.watches.push({ id: this.nextId(), nodeId, scope, host, dueAt, left: rounds });
  }

  #watchEdges(activity: Activity): void {
    for (const node of this.graph.nodes) {
      if (node.attachedTo === activity.nodeId) this.watch(node, activity.scope, activity.id);
    }
  }

  #beginCatch(node: GraphNode, targets: readonly GraphNode[], { scope, origin }: Token): void {
    const activity = this.#addActivity(node.id, scope, origin, 1);
    for (const target of targets) this.watch(target, scope, activity.id);
    this.#watchEdges(activity);
  }

  #begin(node: GraphNode, { scope, origin }: Token): void {
    const size = node.many ? sizeOf(node.many) : 1;
    if (size === 0) {
      const nothing: Tally = { size, completed: 0, approvals: 0, rejections: 0 };
      this.leave(scope, node.id, origin, this.#countVotes(node, nothing));
      return;
    }
    if (node.loop?.testBefore && !this.#goesOn(node.loop, 0)) {
      this.leave(scope, node.id, origin);
      return;
    }
    const activity = this.#addActivity(node.id, scope, origin, size);
    this.#watchEdges(activity);
    if (isShared(node)) {
      activity.begun = size;
      this.#addWait(node, activity, null);
      return;
    }
    const atOnce = node.many?.sequential ? 1 : size;
    // The first ones may be enough for all.
    while (activity.begun < atOnce && this.state.activities.includes(activity)) this.#beginNext(node, activity);
  }

  #beginNext(node: GraphNode, activity: Activity): void {
    const index = activity.begun;
    activity.begun += 1;
    if (node.type === 'subProcess') this.openScope(node.id, activity.id, index, activity.origin);
    else this.#addWait(node, activity, node.many ? index : null);
  }

  #addWait(node: GraphNode, activity: Activity, index: number | null): void {
    const key = index === null ? node.id : `${node.id}#${index}`;
    const round = (this.state.rounds[key] ?? 0) + 1;
    this.state.rounds[key] = round;
    const kind = isService(node) ? 'job' : 'task';
    const signers = kind === 'task' ? this.#signersOf(node, activity.scope, index) : [];
    const label = `${key}.${round}`;
    const { origin } = activity;
    const wait: OracleWait = { kind, label, nodeId: node.id, index, signers, origin, number: Number.POSITIVE_INFINITY };
    activity.waits.push(wait);
    this.moves.created.push(wait);
  }

  #signersOf({ id, many, memberOf }: GraphNode, scopeId: number, index: number | null): readonly string[] {
    if (many?.over.kind === 'list') return index === null ? many.over.people : many.over.people.slice(index, index + 1);
    if (many) return [`p${index}`];
    if (memberOf === undefined) return [id];
    let scope = this.scopeOf(scopeId);
    while (scope.nodeId !== memberOf) {
      const owner = this.state.activities.find((activity) => activity.id === scope.activity);
      scope = this.scopeOf(owner?.scope ?? -1);
    }
    const over = nodeOf(this.graph, memberOf).many?.over;
    return over?.kind === 'list' ? over.people.slice(scope.index, scope.index + 1) : [];
  }

  #goesOn({ variable, maximum }: StandardLoop, rounds: number): boolean {
    if (maximum !== undefined && rounds >= maximum) return false;
    return variable === undefined || this.state.variables[variable] === true;
  }

  /** The token of a new scope begins. */
  protected openScope(nodeId: string | undefined, activity: number | undefined, index: number, origin: Origin): void {
    const scope: Scope = { id: this.nextId(), nodeId, activity, index, origin };
    this.state.scopes.push(scope);
    for (const { id, type } of nodesIn(this.graph, nodeId))
      if (type === 'eventSubProcess') this.watchStart(id, scope.id);
    const depth = this.#moving.length;
    this.#enter(beginningOf(this.graph, nodeId), { flowId: '', scope: scope.id, origin, chosen: undefined });
    this.#drainTo(depth);
  }

  protected watchStart(eventSubProcess: string, scope: number): void {
    const [start] = nodesIn(this.graph, eventSubProcess).filter(({ type }) => type === 'startEvent');
    if (start) this.watch(start, scope, undefined);
  }

  /** A person or a service is done with one wait; of a shared one, with each part of that person. */
  protected complete(wait: OracleWait, origin: Origin, { vote, pressed, account }: Completed = {}): void {
    const activity = this.state.activities.find(({ waits }) => waits.some(({ label }) => label === wait.label));
    if (!activity) throw new TypeError(`${wait.label} does not wait`);
    const node = nodeOf(this.graph, wait.nodeId);
    activity.waits = activity.waits.filter(({ label }) => label !== wait.label);
    const signers = wait.signers.filter((signer) => signer !== account);
    let parts = isShared(node) ? wait.signers.length - signers.length : 1;
    let over = false;
    let voted: string | undefined;
    for (; parts > 0 && !over; parts -= 1) {
      this.#countIteration(activity, vote);
      voted = this.#countVotes(node, activity.tally);
      over = this.#hasVotes(node) ? voted !== undefined : this.#isOver(node, activity);
    }
    if (isShared(node)) this.moves.signature = !over ? 'one' : parts + signers.length > 0 ? 'enough' : 'last';
    // A task that others have yet to sign is not handled, so it causes nothing.
    if (this.moves.signature === 'one') {
      activity.waits = [{ ...wait, signers }];
      return;
    }
    activity.origin = origin;
    if (!over) {
      if (node.many?.sequential || node.loop) this.#beginNext(node, activity);
      return;
    }
    const chosen = voted ?? (node.many ? undefined : pressed);
    const gateway = gatewayBehind(this.graph, node.id);
    if (chosen !== undefined && gateway !== undefined) this.moves.chosen = { gateway, flowId: chosen };
    this.moves.completed = true;
    this.finish(activity, node.id, chosen);
  }

  #countIteration(activity: Activity, vote: OracleButton['vote']): void {
    const { tally } = activity;
    activity.tally = {
      ...tally,
      completed: tally.completed + 1,
      approvals: tally.approvals + (vote === 'approve' ? 1 : 0),
      rejections: tally.rejections + (vote === 'reject' ? 1 : 0),
    };
  }

  #isOver({ many, loop }: GraphNode, { tally }: Activity): boolean {
    if (loop) return !this.#goesOn(loop, tally.completed);
    return !many || isComplete(many, tally, this.state.variables);
  }

  /** An activity is done: what is left of it goes, and its token goes on from a node. */
  protected finish(activity: Activity, nodeId: string, chosen?: string): void {
    const { scope, origin } = activity;
    this.cancel(activity);
    this.leave(scope, nodeId, origin, chosen);
  }

  #completeIfEmpty(scopeId: number): void {
    const here = ({ scope }: { scope: number }) => scope === scopeId;
    const { activities, waiting } = this.state;
    if (activities.some(here) || waiting.some(here) || this.#moving.some(here)) return;
    const { activity: activityId, origin } = this.scopeOf(scopeId);
    this.#removeScope(scopeId);
    const activity = this.state.activities.find(({ id }) => id === activityId);
    if (!activity) {
      this.state.endOrigin = origin;
      this.state.isOver = true;
      return;
    }
    const node = nodeOf(this.graph, activity.nodeId);
    if (node.type === 'eventSubProcess') {
      const [start] = nodesIn(this.graph, node.id).filter(({ type }) => type === 'startEvent');
      if (!start?.interrupting && start?.event?.kind !== 'timer') this.watchStart(node.id, activity.scope);
      this.finish(activity, node.id);
      return;
    }
    this.#countIteration(activity, undefined);
    if (this.#isOver(node, activity)) {
      this.finish(activity, node.id);
    } else if (node.many?.sequential) this.#beginNext(node, activity);
  }

  /** Takes an activity away, with all that stands in it. */
  protected cancel(activity: Activity): void {
    for (const { id } of this.state.scopes.filter((scope) => scope.activity === activity.id)) this.#removeScope(id);
    this.moves.gone.push(...activity.waits);
    this.state.activities = this.state.activities.filter(({ id }) => id !== activity.id);
    this.state.watches = this.state.watches.filter(({ host }) => host !== activity.id);
    this.state.thrown = this.state.thrown.filter((id) => id !== activity.id);
  }

  /** Takes everything out of a scope; only the events that start something beside it are still waited for. */
  protected cancelContent(scopeId: number): void {
    const elsewhere = ({ scope }: { scope: number }) => scope !== scopeId;
    for (const activity of this.state.activities.filter(({ scope }) => scope === scopeId)) this.cancel(activity);
    this.state.waiting = this.state.waiting.filter(elsewhere);
    this.#moving = this.#moving.filter(elsewhere);
  }

  #removeScope(scopeId: number): void {
    this.cancelContent(scopeId);
    this.state.watches = this.state.watches.filter(({ scope }) => scope !== scopeId);
    this.state.scopes = this.state.scopes.filter(({ id }) => id !== scopeId);
  }

  protected isAlive(watch: Watch): boolean {
    return this.state.watches.some(({ id }) => id === watch.id);
  }

  #hasVotes(node: GraphNode): boolean {
    return node.many !== undefined && buttonsOf(this.graph, node.id).some(({ vote }) => vote);
  }

  /** The flow that the votes decide on; undefined: still open, or nobody votes. */
  #countVotes(node: GraphNode, tally: Tally): string | undefined {
    if (!node.many || !this.#hasVotes(node)) return undefined;
    const result = countVotes(node.many, tally);
    const gateway = gatewayBehind(this.graph, node.id) ?? '';
    return result && flowsFrom(this.graph, gateway).find(({ vote }) => vote === result)?.id;
  }
}
