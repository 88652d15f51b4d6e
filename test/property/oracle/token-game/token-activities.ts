import { isSet, isTrue } from '../../conditions/condition-truth.ts';
import {
  beginningOf,
  flowsFrom,
  type GraphNode,
  isService,
  isShared,
  nodeOf,
  nodesIn,
  type StandardLoop,
} from '../../draw/graph.ts';
import { buttonsOf, gatewayAfter, type OracleButton } from '../oracle-buttons.ts';
import { countVotes, isComplete, type Tally } from '../oracle-conditions.ts';
import { join, passedBefore } from '../trails.ts';
import type { Activity, OracleWait, Origin, Scope, Token } from './game-state.ts';
import { Stuck, TokenMover } from './token-mover.ts';

/** How a wait was ended. */
interface Completed {
  readonly vote?: OracleButton['vote'];
  /** Flow that a button leads to. */
  readonly pressed?: string | undefined;
  readonly account?: string;
}

/** How tasks, countersigns, loops and sub-processes begin, go on and are over: BPMN 2.0, 10.3 and 13.3. */
export class TokenActivities extends TokenMover {
  protected override begin(node: GraphNode, { scope, origin }: Token): void {
    const size = this.sizeOf(node, scope);
    if (size.count === 0) {
      this.moves.empty += 1;
      const nothing: Tally = { size: 0, completed: 0, approvals: 0, rejections: 0 };
      this.leave(scope, node.id, origin, this.#countVotes(node, nothing));
      return;
    }
    if (node.loop?.testBefore && !this.#goesOn(node.loop, scope, 0)) {
      this.leave(scope, node.id, origin);
      return;
    }
    const activity = this.addActivity(node.id, scope, origin, size);
    this.watchEdges(activity);
    if (isShared(node)) {
      activity.begun = size.count;
      this.#addWait(node, activity, null);
      return;
    }
    const atOnce = node.many?.sequential ? 1 : size.count;
    while (activity.begun < atOnce) this.#beginNext(node, activity);
    // Some may have run through, and be enough for all.
    const isOpen = this.state.activities.includes(activity);
    if (isOpen && activity.tally.completed > 0 && this.#isOver(node, activity)) this.finish(activity, node.id);
    else activity.isUnasked = false;
  }

  #beginNext(node: GraphNode, activity: Activity): void {
    const index = activity.begun;
    activity.begun += 1;
    this.trail = activity.trail;
    if (node.type === 'subProcess') this.openScope(node.id, activity.id, index, activity.origin);
    else this.#addWait(node, activity, node.many ? index : null);
  }

  /** What a wait is called that begins now. */
  protected nextLabel(nodeId: string, index: number | null): string {
    const key = index === null ? nodeId : `${nodeId}#${index}`;
    const round = (this.state.rounds[key] ?? 0) + 1;
    this.state.rounds[key] = round;
    return `${key}.${round}`;
  }

  #addWait(node: GraphNode, activity: Activity, index: number | null): void {
    const kind = isService(node) ? 'job' : 'task';
    const signers = kind === 'task' ? this.#signersOf(node, activity, index) : [];
    const label = this.nextLabel(node.id, index);
    const { origin } = activity;
    const wait: OracleWait = {
      ...{ kind, label, nodeId: node.id, index, signers, origin, number: Number.POSITIVE_INFINITY },
      ...(node.lane && { group: node.lane }),
    };
    activity.waits.push(wait);
    this.moves.created.push(wait);
  }

  #signersOf(
    { id, many, memberOf, lane, who }: GraphNode,
    { people, scope: scopeId }: Activity,
    index: number | null,
  ): readonly string[] {
    if (lane) return [];
    if (who !== undefined) {
      const named = this.valuesAt(scopeId)[who];
      // What a call passes by its name is null there where it was never set here.
      if (named === undefined || named === null) throw new Stuck(id);
      return [String(named)];
    }
    if (many?.over.kind === 'list') return index === null ? people : people.slice(index, index + 1);
    if (many) return [`p${index}`];
    if (memberOf === undefined) return [id];
    let scope = this.scopeOf(scopeId);
    while (scope.nodeId !== memberOf) {
      const owner = this.state.activities.find((activity) => activity.id === scope.activity);
      scope = this.scopeOf(owner?.scope ?? -1);
    }
    const owner = this.state.activities.find((activity) => activity.id === scope.activity);
    return owner?.people.slice(scope.index, scope.index + 1) ?? [];
  }

  #goesOn({ variable, reads, maximum }: StandardLoop, scope: number, rounds: number): boolean {
    const values = this.valuesAt(scope);
    // Looked at after the last round too.
    const holds = reads ? isTrue(reads, values) : variable === undefined || isSet(variable, values);
    return holds && (maximum === undefined || rounds < maximum);
  }

  /** The token of a new scope begins. */
  protected openScope(nodeId: string | undefined, activity: number | undefined, index: number, origin: Origin): void {
    const { trail } = this;
    const scope: Scope = { id: this.nextId(), nodeId, activity, index, origin, trail: [] };
    const own = this.passIn(scope);
    if (own) scope.own = own;
    this.state.scopes.push(scope);
    for (const { id, type } of nodesIn(this.graph, nodeId))
      if (type === 'eventSubProcess') this.watchStart(id, scope.id);
    const depth = this.moving.length;
    this.enter(beginningOf(this.graph, nodeId), { flowId: '', scope: scope.id, origin, trail, chosen: undefined });
    this.drainTo(depth);
  }

  /** A person or a service is done with one wait; of a shared one, with each part of that person. */
  protected complete(wait: OracleWait, origin: Origin, { vote, pressed, account }: Completed = {}): void {
    const activity = this.state.activities.find(({ waits }) => waits.some(({ label }) => label === wait.label));
    if (!activity) throw new TypeError(`${wait.label} does not wait`);
    const node = nodeOf(this.graph, wait.nodeId);
    activity.waits = activity.waits.filter(({ label }) => label !== wait.label);
    if (account !== undefined) this.#notePassed(activity, wait, account);
    const signers = wait.signers.filter((signer) => signer !== account);
    let parts = isShared(node) ? wait.signers.length - signers.length : 1;
    let over = false;
    let voted: string | undefined;
    for (; parts > 0 && !over; parts -= 1) {
      this.#countIteration(activity, vote);
      voted = this.#countVotes(node, activity.tally);
      over = this.hasVotes(node) ? voted !== undefined : this.#isOver(node, activity);
    }
    if (isShared(node)) this.moves.signature = !over ? 'one' : parts + signers.length > 0 ? 'enough' : 'last';
    // A task that others have yet to sign is not handled, so it causes nothing.
    if (this.moves.signature === 'one') {
      activity.waits = [{ ...wait, signers, isHalfSigned: true }];
      return;
    }
    activity.origin = origin;
    if (account !== undefined) activity.signed = [...(activity.signed ?? []), account];
    if (!over) {
      if (node.many?.sequential || node.loop) this.#beginNext(node, activity);
      return;
    }
    const chosen = voted ?? (node.many ? undefined : pressed);
    const gateway = gatewayAfter(this.graph, node.id);
    if (chosen !== undefined && gateway !== undefined) this.moves.chosen = { gateway, flowId: chosen };
    this.moves.completed = true;
    this.finish(activity, node.id, chosen);
  }

  #notePassed(activity: Activity, { nodeId, number, group }: OracleWait, account: string): void {
    const isOfSeveral = nodeOf(this.graph, nodeId).many !== undefined || group !== undefined;
    const passed = { nodeId, number, account: isOfSeveral ? undefined : account };
    activity.trail = [...passedBefore(activity.trail, nodeId), passed];
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

  /** Those one after the other are asked behind the last, too. */
  #isOver({ many, loop }: GraphNode, { tally, scope, isUnasked = false }: Activity): boolean {
    if (loop) return !this.#goesOn(loop, scope, tally.completed);
    return !many || isComplete(many, tally, this.valuesAt(scope), many.sequential || isUnasked);
  }

  /** An activity is done: what is left of it goes, and its token goes on from a node. */
  protected finish(activity: Activity, nodeId: string, chosen?: string): void {
    const { scope, origin } = activity;
    this.trail = activity.trail;
    this.cancel(activity, { by: 'others', cause: origin });
    this.leave(scope, nodeId, origin, chosen);
  }

  protected override completeIfEmpty(scopeId: number): void {
    const here = ({ scope }: { scope: number }) => scope === scopeId;
    const { activities, waiting } = this.state;
    if (activities.some(here) || waiting.some(here) || this.moving.some(here)) return;
    const scope = this.scopeOf(scopeId);
    const { activity: activityId, origin } = scope;
    this.passOut(scope);
    this.removeScope(scopeId, { by: 'others', cause: origin });
    const activity = this.state.activities.find(({ id }) => id === activityId);
    if (!activity) {
      this.state.endOrigin = origin;
      this.state.isOver = true;
      return;
    }
    activity.trail = join([activity.trail, scope.trail]);
    const node = nodeOf(this.graph, activity.nodeId);
    if (node.type === 'eventSubProcess') {
      this.finish(activity, node.id);
      return;
    }
    this.#countIteration(activity, undefined);
    // Those side by side are all begun before the first is asked whether it is enough.
    if (!node.many?.sequential && activity.begun < activity.tally.size) {
      activity.isUnasked = true;
      return;
    }
    if (this.#isOver(node, activity)) {
      this.finish(activity, node.id);
    } else if (node.many?.sequential) this.#beginNext(node, activity);
  }

  protected hasVotes(node: GraphNode): boolean {
    return node.many !== undefined && buttonsOf(this.graph, node.id).some(({ vote }) => vote);
  }

  /** The flow that the votes decide on; undefined: still open, or nobody votes. */
  #countVotes(node: GraphNode, tally: Tally): string | undefined {
    if (!node.many || !this.hasVotes(node)) return undefined;
    const result = countVotes(node.many, tally);
    const gateway = gatewayAfter(this.graph, node.id) ?? '';
    return result && flowsFrom(this.graph, gateway).find(({ vote }) => vote === result)?.id;
  }
}
