import { type GraphNode, nodeOf, nodesIn } from '../../draw/graph.ts';
import type { Size, Tally } from '../oracle-conditions.ts';
import { msOf, namedIn } from '../oracle-events.ts';
import { openOf } from '../panels.ts';
import type { Trail } from '../trails.ts';
import {
  type Activity,
  noMoves,
  type Origin,
  type Taker,
  type Token,
  type TokenMoves,
  type Watch,
} from './game-state.ts';
import { TokenVariables } from './token-variables.ts';

const ONE: Size = { count: 1, people: [] };

/** What stands where on a diagram: activities and the events they wait for, set up and taken away with what is in them. */
export class TokenBoard extends TokenVariables {
  protected moves: TokenMoves = noMoves();
  protected now = 0;
  /** What the token has passed that moves now. */
  protected trail: Trail = [];
  /** Tokens that have left a node and not come to the next one; the last moves first. */
  protected moving: Token[] = [];

  protected beginStep(now: number): void {
    this.now = now;
    this.moving = [];
    this.moves = noMoves();
  }

  protected nextId(): number {
    this.state.lastId += 1;
    return this.state.lastId;
  }

  protected addActivity(nodeId: string, scope: number, origin: Origin, { count, people }: Size = ONE): Activity {
    if (this.state.activities.some((other) => other.nodeId === nodeId && other.scope === scope))
      this.moves.shared.push(nodeId);
    const tally: Tally = { size: count, completed: 0, approvals: 0, rejections: 0 };
    const { trail } = this;
    const activity: Activity = { id: this.nextId(), nodeId, scope, origin, trail, tally, people, waits: [], begun: 0 };
    this.state.activities.push(activity);
    return activity;
  }

  /** A scope goes on from what completed in it last, and so does the activity it is the content of. */
  protected noteCompleted(scopeId: number, origin: Origin): void {
    const scope = this.scopeOf(scopeId);
    scope.origin = origin;
    const owner = this.state.activities.find(({ id }) => id === scope.activity);
    if (!owner) return;
    owner.origin = origin;
    // The process that a late call came to is one scope with the call, as one that is drawn into it from the start.
    if (nodeOf(this.graph, owner.nodeId).processId !== undefined) this.noteCompleted(owner.scope, origin);
  }

  protected watch({ id: nodeId, event }: GraphNode, scope: number, host: number | undefined): void {
    const variables = this.valuesAt(scope);
    const named = event?.kind === 'message' || event?.kind === 'signal' ? namedIn(event, variables) : {};
    const isTimer = event?.kind === 'timer';
    const periodMs = isTimer ? msOf(event, variables) : 0;
    const dueAt = !isTimer ? null : event.form === 'date' ? periodMs : this.now + periodMs;
    const left = isTimer && event.form === 'cycle' ? event.rounds : 1;
    this.state.watches.push({ id: this.nextId(), nodeId, scope, host, ...named, dueAt, periodMs, left });
  }

  protected watchEdges(activity: Activity): void {
    for (const node of this.graph.nodes) {
      if (node.attachedTo === activity.nodeId) this.watch(node, activity.scope, activity.id);
    }
  }

  protected watchStart(eventSubProcess: string, scope: number): void {
    const [start] = nodesIn(this.graph, eventSubProcess).filter(({ type }) => type === 'startEvent');
    if (start) this.watch(start, scope, undefined);
  }

  protected isAlive(watch: Watch): boolean {
    return this.state.watches.some(({ id }) => id === watch.id);
  }

  /** Takes an activity away, with all that stands in it. */
  protected cancel(activity: Activity, taker: Taker): void {
    for (const { id } of this.state.scopes.filter((scope) => scope.activity === activity.id))
      this.removeScope(id, taker);
    this.moves.gone.push(...activity.waits.flatMap(openOf).map((wait) => ({ ...wait, ...taker })));
    this.state.activities = this.state.activities.filter(({ id }) => id !== activity.id);
    this.state.watches = this.state.watches.filter(({ host }) => host !== activity.id);
    this.state.thrown = this.state.thrown.filter((id) => id !== activity.id);
  }

  /** Takes everything out of a scope. BPMN 2.0, 13.5.4: an event sub-process that interrupted it is the last to start. */
  protected cancelContent(scopeId: number, taker: Taker): void {
    const elsewhere = ({ scope }: { scope: number }) => scope !== scopeId;
    for (const activity of this.state.activities.filter(({ scope }) => scope === scopeId)) this.cancel(activity, taker);
    this.state.waiting = this.state.waiting.filter(elsewhere);
    this.moving = this.moving.filter(elsewhere);
    this.state.watches = this.state.watches.filter(elsewhere);
  }

  protected removeScope(scopeId: number, taker: Taker): void {
    this.cancelContent(scopeId, taker);
    this.state.scopes = this.state.scopes.filter(({ id }) => id !== scopeId);
  }
}
