import type { Values } from '../../conditions/condition-truth.ts';
import { nodeOf } from '../../draw/graph.ts';
import type { Holder } from '../expected-system-task.ts';
import type { OracleButton } from '../oracle-buttons.ts';
import { openOf } from '../panels.ts';
import { catcherOf, receiversOf, watchesInOrder } from '../who-catches.ts';
import type { OracleWait, Origin, TokenMoves, Watch } from './game-state.ts';
import { Stuck } from './token-mover.ts';
import { TokenPanels } from './token-panels.ts';

/** What comes from outside. */
export interface Sent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Of a message: keeps out those that wait for another. */
  readonly key?: string;
}

const CATCHING: ReadonlySet<string> = new Set(['intermediateCatchEvent', 'receiveTask', 'eventBasedGateway']);

/**
 * Tokens on a diagram, moved by the rules of BPMN 2.0; each knows the task that caused it. One call is one step: it
 * returns when every token waits. After {@link Stuck} the state is to be thrown away.
 */
export class TokenGame extends TokenPanels {
  /** Oldest first. */
  get waits(): readonly OracleWait[] {
    return this.state.activities.flatMap(({ waits }) => waits.flatMap(openOf)).toSorted((a, b) => a.number - b.number);
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

  /** Takes over which tasks of earlier steps are handled and not reported. */
  hold(unreported: readonly string[]): void {
    this.unreported = new Set(unreported);
  }

  /** Nodes that hold a token and are no tasks, in the order in which they got it; joins where nothing else holds one. */
  get holders(): readonly Holder[] {
    const { activities, waiting, watches } = this.state;
    const holders = activities
      .toSorted((one, other) => one.id - other.id)
      .flatMap((activity): Holder[] => {
        const { id, origin, waits } = activity;
        const { isLookup, scope } = nodeOf(this.graph, activity.nodeId);
        // Where the process of a call is looked up stands for the call.
        const nodeId = isLookup && scope !== undefined ? scope : activity.nodeId;
        if (waits.some(({ kind }) => kind === 'job')) return [{ nodeId, origin, isJob: true, dueAt: null }];
        if (!CATCHING.has(nodeOf(this.graph, nodeId).type)) return [];
        const events = watches.filter(
          ({ host, nodeId: event }) => host === id && !nodeOf(this.graph, event).attachedTo,
        );
        const times = events.flatMap(({ dueAt }) => dueAt ?? []);
        return [{ nodeId, origin, isJob: false, dueAt: times.length === 0 ? null : Math.min(...times) }];
      });
    if (holders.length > 0) return holders;
    return waiting.map(({ flowId, origin }) => {
      const nodeId = this.graph.flows.find(({ id }) => id === flowId)?.target ?? '';
      return { nodeId, origin, isJob: false, dueAt: null };
    });
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
      this.trail = [];
      this.openScope(undefined, undefined, 0, null);
    });
  }

  press(task: OracleWait, account: string, { effect, vote }: OracleButton, variables: Values, now: number): TokenMoves {
    const set = effect.kind === 'set' ? { [effect.variable]: effect.value } : {};
    if (task.isOpinion) return this.answer(task, now);
    return this.#step(now, () => {
      this.#setBeside(task, { ...variables, ...set });
      const pressed = effect.kind === 'route' ? effect.flowId : undefined;
      this.complete(task, task.label, { ...(vote && { vote }), pressed, account });
      if (this.moves.signature !== 'one') this.pressed = task.label;
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
      this.catch(catcher, job.origin, activity?.trail);
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
      this.catchAll(reached, null);
    });
  }

  /** Time has passed: timers that are due fire in the order of their times. */
  wake(now: number): TokenMoves {
    return this.#step(now, () => {
      for (let due = this.#nextDue(now); due && !this.isOver; due = this.#nextDue(now)) {
        this.catch(due, null);
        this.rest();
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
    this.pressed = undefined;
    work();
    this.rest();
    this.noteChanged();
    this.numberWaits();
    this.resolveInterruptions();
    return this.moves;
  }
}
