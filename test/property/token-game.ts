import type { OracleWait, Origin, TokenMoves, Watch } from './game-state.ts';
import { nodeOf } from './graph.ts';
import type { OracleButton } from './oracle-buttons.ts';
import type { Values } from './oracle-conditions.ts';
import { namedIn } from './oracle-events.ts';
import { TokenConditions } from './token-conditions.ts';
import { Stuck } from './token-mover.ts';
import { catcherOf, receiversOf, watchesInOrder } from './who-catches.ts';

/** Events that are caught in one step; with more, what a condition leads to makes it true again. */
const MOST_IN_A_STEP = 400;

/** What comes from outside. */
export interface Sent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Of a message: keeps out those that wait for another. */
  readonly key?: string;
}

/**
 * Tokens on a drawing, moved by the rules of BPMN 2.0; each knows the task that caused it. One call is one step: it
 * returns when every token waits. After {@link Stuck} the state is to be thrown away.
 */
export class TokenGame extends TokenConditions {
  /** Oldest first. */
  get waits(): readonly OracleWait[] {
    return this.state.activities.flatMap(({ waits }) => waits).toSorted((a, b) => a.number - b.number);
  }

  /** What scripts have computed. */
  get computed(): Values {
    const names = this.graph.variables.filter(({ computed }) => computed).map(({ name }) => name);
    return Object.fromEntries(names.map((name) => [name, this.state.variables[name]]));
  }

  /** Events that would be caught. */
  get watches(): readonly Watch[] {
    return this.state.watches;
  }

  get isOver(): boolean {
    return this.state.isOver;
  }

  /** Whether nothing from outside can move it any more, although it is not over. */
  get isDead(): boolean {
    const waiting = this.state.watches.some(({ host }) => host !== undefined);
    return !this.isOver && this.waits.length === 0 && !waiting;
  }

  /** What caused the token that ended last. */
  get endOrigin(): Origin {
    return this.state.endOrigin;
  }

  /** Nodes that hold a token, and joins that one waits at. */
  get held(): ReadonlySet<string> {
    const { activities, waiting } = this.state;
    const joins = waiting.flatMap(({ flowId }) => this.graph.flows.find(({ id }) => id === flowId)?.target ?? []);
    return new Set([...activities.map(({ nodeId }) => nodeId), ...joins]);
  }

  /** @returns what gives the present state back */
  save(): () => void {
    const saved = structuredClone(this.state);
    return () => {
      this.state = saved;
    };
  }

  start(variables: Values, now: number): TokenMoves {
    return this.#step(now, () => {
      this.state.variables = variables;
      this.openScope(undefined, undefined, 0, null);
    });
  }

  press(task: OracleWait, account: string, { effect, vote }: OracleButton, variables: Values, now: number): TokenMoves {
    const set = effect.kind === 'set' ? { [effect.variable]: effect.value } : {};
    return this.#step(now, () => {
      this.#setBeside(task, { ...variables, ...set });
      const pressed = effect.kind === 'route' ? effect.flowId : undefined;
      this.complete(task, task.label, { ...(vote && { vote }), pressed, account });
    });
  }

  /** A job hands on what caused it. */
  finishJob(job: OracleWait, variables: Values, now: number): TokenMoves {
    return this.#step(now, () => {
      this.#setBeside(job, variables);
      this.complete(job, job.origin);
    });
  }

  /** A service ends in an error. */
  failJob(job: OracleWait, code: string, now: number): TokenMoves {
    return this.#step(now, () => {
      const catcher = this.#catcherOfJob(job, code);
      if (!catcher) throw new Stuck(job.nodeId);
      const activity = this.state.activities.find(({ waits }) => waits.some(({ label }) => label === job.label));
      if (activity) activity.waits = activity.waits.filter(({ label }) => label !== job.label);
      this.#catch(catcher, job.origin);
    });
  }

  catchesFailure(job: OracleWait, code: string): boolean {
    return this.#catcherOfJob(job, code) !== undefined;
  }

  #catcherOfJob(job: OracleWait, code: string): Watch | undefined {
    const activity = this.state.activities.find(({ waits }) => waits.some(({ label }) => label === job.label));
    return activity && catcherOf(this.graph, this.state, { kind: 'error', code }, activity.scope, activity.id);
  }

  hears(name: string): boolean {
    return receiversOf(this.graph, this.state, 'message', { name }).length > 0;
  }

  /** Sets variables, and nothing else. @param call see {@link setFromOutside} */
  set(variables: Values, call: string | undefined, now: number): TokenMoves {
    return this.#step(now, () => this.setFromOutside(variables, call));
  }

  /** A message comes to the first that waits for it, a signal to all. */
  send({ kind, ...named }: Sent, variables: Values, now: number): TokenMoves {
    const receivers = receiversOf(this.graph, this.state, kind, named);
    const reached = kind === 'message' ? receivers.slice(0, 1) : receivers;
    return this.#step(now, () => {
      for (const { scope } of reached) this.setAt(scope, variables);
      this.#catchAll(reached, null);
    });
  }

  /** Time has passed: timers that are due fire in the order of their times. */
  wake(now: number): TokenMoves {
    return this.#step(now, () => {
      for (let due = this.#nextDue(now); due && !this.isOver; due = this.#nextDue(now)) {
        this.#catch(due, null);
        this.#rest();
      }
    });
  }

  /** When the next timer is due; null: none runs. */
  get dueAt(): number | null {
    const times = this.state.watches.flatMap(({ dueAt }) => dueAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Of those that are due at the same moment the first in the file: it must not depend on when they began to wait. */
  #nextDue(now: number): Watch | undefined {
    const due = watchesInOrder(this.graph, this.state).filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    return due.toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))[0];
  }

  /** Of a wait: what it sets is set where it stands. */
  #setBeside({ label }: OracleWait, variables: Values): void {
    const activity = this.state.activities.find(({ waits }) => waits.some((wait) => wait.label === label));
    if (activity) this.setAt(activity.scope, variables);
  }

  #step(now: number, work: () => void): TokenMoves {
    this.beginStep(now);
    this.interruptions = [];
    work();
    this.#rest();
    this.noteChanged();
    this.numberWaits();
    this.resolveInterruptions();
    return this.moves;
  }

  /**
   * Moves every token until it waits, then asks the inclusive gateways, then delivers what was thrown first, then looks
   * at conditional events.
   */
  #rest(): void {
    do this.drain();
    while (this.release() || this.#deliver() || this.#meetCondition());
  }

  #meetCondition(): boolean {
    const watch = this.nextMet();
    if (!watch) return false;
    if (this.moves.fired.length > MOST_IN_A_STEP) throw new Stuck(watch.nodeId);
    this.#catch(watch, null);
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
        if (receiver) this.#catch(receiver, origin);
        else this.moves.unheard.push(named.name);
        break;
      }
      case 'signal':
        this.#catchAll(receiversOf(this.graph, this.state, event.kind, namedIn(event, this.valuesAt(scope))), origin);
        break;
      case 'error':
      case 'escalation': {
        const catcher = catcherOf(this.graph, this.state, event, scope, undefined);
        if (!catcher && event.kind === 'error') throw new Stuck(nodeId);
        if (catcher) this.#catch(catcher, origin);
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
  #catchAll(watches: readonly Watch[], thrownBy: Origin): void {
    for (const watch of watches) {
      if (!this.isAlive(watch)) continue;
      this.#catch(watch, thrownBy);
      this.drain();
    }
  }

  /** @param thrownBy the cause of what was thrown inside, for an event sub-process, which nothing leads to */
  #catch(watch: Watch, thrownBy: Origin): void {
    const { nodeId, scope, host: hostId } = watch;
    const node = nodeOf(this.graph, nodeId);
    this.moves.fired.push(nodeId);
    const host = this.state.activities.find(({ id }) => id === hostId);
    if (node.type === 'boundaryEvent' && host) {
      if (node.interrupting) {
        const placeholder = this.interrupt(nodeId, host.origin, (taker) => this.cancel(host, taker));
        this.leave(scope, nodeId, placeholder);
      } else {
        this.#rearm(watch);
        this.leave(scope, nodeId, host.origin);
      }
    } else if (host) {
      this.moves.completed = true;
      this.finish(host, nodeId);
    } else {
      this.#startAside(watch, thrownBy ?? this.scopeOf(scope).origin);
    }
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
  #startAside(watch: Watch, cause: Origin): void {
    const { nodeId, scope } = watch;
    const start = nodeOf(this.graph, nodeId);
    const origin = start.interrupting
      ? this.interrupt(nodeId, cause, (taker) => this.cancelContent(scope, taker))
      : cause;
    if (!start.interrupting) this.#rearm(watch);
    const aside = this.addActivity(start.scope ?? '', scope, origin);
    aside.begun = 1;
    this.openScope(start.scope, aside.id, 0, origin);
  }
}
