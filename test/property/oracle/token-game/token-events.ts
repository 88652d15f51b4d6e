import { nodeOf } from '../../draw/graph.ts';
import { namedIn } from '../oracle-events.ts';
import { join, type Trail } from '../trails.ts';
import { catcherOf, receiversOf } from '../who-catches.ts';
import type { Interruption, Origin, Watch } from './game-state.ts';
import { TokenConditions } from './token-conditions.ts';
import { Stuck } from './token-mover.ts';

/** Events that are caught in one step; with more, what a condition leads to makes it true again. */
const MOST_IN_A_STEP = 400;

/** What is thrown and who hears it, and what an event that was caught leads to: BPMN 2.0, 10.4 and 13.4. */
export class TokenEvents extends TokenConditions {
  /**
   * Moves every token until it waits, then asks the inclusive gateways, then delivers what was thrown first, then looks
   * at conditional events.
   */
  protected rest(): void {
    do this.drain();
    while (this.release() || this.#deliver() || this.#meetCondition());
  }

  #meetCondition(): boolean {
    const watch = this.nextMet();
    if (!watch) return false;
    if (this.moves.fired.length > MOST_IN_A_STEP) throw new Stuck(watch.nodeId);
    this.catch(watch, null);
    return true;
  }

  #deliver(): boolean {
    const thrower = this.state.activities.find(({ id }) => id === this.state.thrown[0]);
    if (!thrower) return false;
    this.state.thrown = this.state.thrown.slice(1);
    const { nodeId, origin, scope } = thrower;
    const { event } = nodeOf(this.graph, nodeId);
    switch (event?.kind) {
      case 'message': {
        const named = namedIn(event, this.valuesAt(scope));
        const [receiver] = receiversOf(this.graph, this.state, event.kind, named);
        if (receiver) this.catch(receiver, origin);
        else this.moves.unmatched.push(named.name);
        break;
      }
      case 'signal':
        this.catchAll(receiversOf(this.graph, this.state, event.kind, namedIn(event, this.valuesAt(scope))), origin);
        break;
      case 'error':
      case 'escalation': {
        const catcher = catcherOf(this.graph, this.state, event, scope, undefined);
        if (!catcher && event.kind === 'error') throw new Stuck(nodeId);
        if (catcher) this.catch(catcher, origin, thrower.trail);
        break;
      }
      case 'timer':
      case 'condition':
      case 'terminate':
      case undefined:
        break;
    }
    this.drain();
    if (this.state.activities.includes(thrower)) this.finish(thrower, nodeId);
    return true;
  }

  /** Each that is still there when its turn comes. */
  protected catchAll(watches: readonly Watch[], thrownBy: Origin): void {
    for (const watch of watches) {
      if (!this.isAlive(watch)) continue;
      this.catch(watch, thrownBy);
      this.drain();
    }
  }

  /**
   * @param thrownBy the cause of what was thrown inside; null: it comes from outside
   * @param thrown what the token has passed that an error or escalation comes from
   */
  protected catch(watch: Watch, thrownBy: Origin, thrown: Trail = []): void {
    const { nodeId, scope, host: hostId } = watch;
    const node = nodeOf(this.graph, nodeId);
    this.moves.fired.push(nodeId);
    const host = this.state.activities.find(({ id }) => id === hostId);
    const causedBy = this.causeOf(thrownBy);
    this.trail = join([host?.trail ?? this.#around(scope), thrown]);
    if (node.type === 'boundaryEvent' && host) {
      if (node.interrupting) {
        const placeholder = this.interrupt(nodeId, { causedBy, fallback: host.origin }, (taker) =>
          this.cancel(host, taker),
        );
        this.leave(scope, nodeId, placeholder);
      } else {
        this.#rearm(watch);
        this.leave(scope, nodeId, causedBy ?? host.origin);
      }
    } else if (host) {
      this.moves.completed = true;
      this.finish(host, nodeId);
    } else {
      this.#startAside(watch, { causedBy, fallback: causedBy ?? thrownBy ?? this.scopeOf(scope).origin });
    }
  }

  /** What was passed before a scope. */
  #around(scope: number): Trail {
    return this.state.activities.find(({ id }) => id === this.scopeOf(scope).activity)?.trail ?? [];
  }

  /** What does not interrupt may be caught again; a timer only as often as its cycle says. */
  #rearm(watch: Watch): void {
    const node = nodeOf(this.graph, watch.nodeId);
    if (node.event?.kind !== 'timer') return;
    this.state.watches = this.state.watches.filter(({ id }) => id !== watch.id);
    const nextRound = this.#nextRoundOf(watch);
    if (nextRound) this.state.watches.push(nextRound);
  }

  /** A cycle counts from when this round was due, however late it was caught. */
  #nextRoundOf(watch: Watch): Watch | undefined {
    const { dueAt, periodMs, left } = watch;
    if (left <= 1) return undefined;
    return { ...watch, id: this.nextId(), dueAt: Math.min(dueAt ?? this.now, this.now) + periodMs, left: left - 1 };
  }

  /** One that interrupts is the last to start; another starts for every event, while it runs too. */
  #startAside(watch: Watch, cause: Pick<Interruption, 'causedBy' | 'fallback'>): void {
    const { nodeId, scope } = watch;
    const start = nodeOf(this.graph, nodeId);
    const origin = start.interrupting
      ? this.interrupt(nodeId, cause, (taker) => this.cancelContent(scope, taker))
      : cause.fallback;
    if (!start.interrupting) this.#rearm(watch);
    const aside = this.addActivity(start.scope ?? '', scope, origin);
    aside.begun = 1;
    this.openScope(start.scope, aside.id, 0, origin);
  }
}
