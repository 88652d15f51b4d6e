import { Agenda, type Move, type NetRun, type Unfinished } from './agenda.ts';
import { answerQuestion } from './answer.ts';
import { cancelScope, cancelTokens, isRunning } from './cancel.ts';
import { fireCondition, noteChanges } from './conditions.ts';
import { enterIteration, enterNode } from './enter-node.ts';
import { fire } from './fire.ts';
import { eventStartsIn, isJoin } from './graph.ts';
import { addIteration, countHeld, finishIteration, removeIteration } from './iterations.ts';
import { arriveAtJoin, releaseInclusiveJoin } from './joins.ts';
import { leaveNode } from './leave-node.ts';
import { arm } from './listeners.ts';
import { Marking } from './marking.ts';
import { moveToken } from './move-token.ts';
import { NetError } from './net-error.ts';
import type { NetPorts } from './ports.ts';
import { closeIfDone, openScope } from './scopes.ts';
import { type Id, type NetState, readListenerKey } from './state.ts';
import { deliverThrown, type OutsideEvent, raise, receiversOf } from './throws.ts';

export interface NetOptions {
  /** How many moves a token may make without a wait. */
  readonly maxMoves: number;
  /** How deep calls may be nested. */
  readonly maxDepth: number;
  /** How many tokens may be in one node at once, without iterations. */
  readonly maxTokens: number;
  /** What was left to do when the state was taken in the middle of a step: `settle` does it. */
  readonly unfinished?: Unfinished;
}

/**
 * An instance in one step. Each method makes all moves that follow from it, until nothing can move; all of it is synchronous.
 * Called from the port `moved`, it returns at once, and its moves are the next ones.
 * The state is changed in place. After an error it is inconsistent: go back to the one before the step.
 */
export interface Net {
  readonly state: NetState;
  readonly marking: Marking;
  /** What is left to do in the middle of a step, in the port `moved`. */
  readonly unfinished: Unfinished | undefined;
  /** @param start the start event that a message, signal or timer has set off, or that the caller has chosen */
  start(definition: string, start?: string): void;
  /** What was run is complete. @throws {NetError} `waiting` */
  complete(token: Id): void;
  /**
   * What was run, or an answer that comes later, has failed with the code of an error.
   * @returns whether something catches it @throws {NetError} `waiting`
   */
  fail(token: Id, code: string | undefined): boolean;
  /** A timer is due, or a condition is true whatever was said of it. @throws {NetError} `waiting` */
  fire(listener: string): void;
  /** The keys of what an event would reach, in order: a message the first one, a signal all. */
  receivers(event: OutsideEvent): readonly string[];
  /** A message reaches the first that waits for it, a signal all, a receive task its first token. @returns how many */
  deliver(event: OutsideEvent): number;
  /** A question to which a port said `later` is asked again. @param id of the token, or the key of the condition */
  answer(id: Id): void;
  /** A parallel multi-instance has one more iteration. @param token that arrived at it @throws {NetError} `waiting` */
  addIteration(token: Id): void;
  /** An iteration of a parallel multi-instance is given up, and counted no more. @throws {NetError} `waiting` */
  removeIteration(token: Id): void;
  /** A token goes without being completed, with all that it has begun. @throws {NetError} `waiting` */
  cancel(token: Id): void;
  /** A token goes to another node of its scope, or onto a flow. @param to the id of either @throws {NetError} `waiting` */
  move(token: Id, to: string): void;
  /** An event sub-process begins to wait that the scope did not have when it was opened. @throws {NetError} `waiting` */
  listen(scope: Id, start: string): void;
  /** Makes what can move, move: after a change of variables from outside. */
  settle(): void;
  /** Notes which conditions a change of variables from outside concerns, and asks none: a later `settle` does. */
  noteChanges(): void;
  /** The instance ends wherever it is. */
  end(): void;
}

export function openNet(
  state: NetState,
  ports: NetPorts,
  { maxMoves, maxDepth, maxTokens, unfinished }: NetOptions,
): Net {
  const marking = new Marking(state, (definition) => ports.graphOf(definition));
  const run: NetRun = { marking, ports, agenda: new Agenda(maxMoves), maxDepth, maxTokens };
  const { agenda } = run;
  if (unfinished) agenda.resume(unfinished, marking);

  return {
    state,
    marking,
    get unfinished() {
      return agenda.unfinished;
    },
    start(definition, start) {
      const { nodes, process } = ports.graphOf(definition);
      const node = start === undefined ? undefined : nodes.get(start);
      requireThat(marking.root === undefined, 'second start');
      requireThat(start === undefined || node?.scope === process, `start ${start}`);
      openScope(run, { definition }, node);
      settle(run);
    },
    complete(token) {
      requireRunning(run, token);
      agenda.push({ kind: 'finish', token });
      settle(run);
    },
    fail(token, code) {
      requireThat(isRunning(run, token) || marking.token(token).awaits !== undefined, `token ${token} that can fail`);
      const isCaught = raise(run, { kind: 'error', code }, token);
      settle(run);
      return isCaught;
    },
    fire(key) {
      requireThat(key in state.listeners, `listener ${key}`);
      agenda.pushFiring([key], []);
      settle(run);
    },
    receivers(event) {
      return receiversOf(run, event);
    },
    deliver(event) {
      const heard = receiversOf(run, event);
      const reached = event.kind === 'signal' ? heard : heard.slice(0, 1);
      agenda.pushFiring(reached, []);
      settle(run);
      return reached.length;
    },
    answer(id) {
      answerQuestion(run, id);
      settle(run);
    },
    addIteration(token) {
      addIteration(run, token);
      settle(run);
    },
    removeIteration(token) {
      removeIteration(run, token);
      settle(run);
    },
    cancel(token) {
      requireThat(token in state.tokens, `token ${token}`);
      const { scope, of } = marking.token(token);
      requireThat(of === undefined, `token ${token} that is no iteration`);
      cancelTokens(run, [token]);
      closeIfDone(run, scope);
      settle(run);
    },
    move(token, to) {
      moveToken(run, token, to);
      settle(run);
    },
    listen(scope, start) {
      const node = eventStartsIn(marking.drawn(scope)).find(({ id }) => id === start);
      if (!node) throw new NetError('waiting', `The process has no event sub-process that begins at ${start}.`, start);
      if (!marking.scope(scope).interrupted) arm(run, scope, node);
      settle(run);
    },
    settle() {
      settle(run);
    },
    noteChanges() {
      noteChanges(run);
    },
    end() {
      if (marking.root !== undefined) cancelScope(run, marking.root);
    },
  };
}

/**
 * Brings the instance to rest: first all moves and the events that fire, then, one at a time, an inclusive join that waits
 * for nothing, what was thrown first, and a condition that is true.
 */
function settle(run: NetRun): void {
  const { agenda } = run;
  if (agenda.isBusy) return;
  agenda.isBusy = true;
  try {
    do makeMoves(run);
    while (decideAtRest(run));
  } finally {
    agenda.isBusy = false;
  }
}

/** @returns whether something can move now */
function decideAtRest(run: NetRun): boolean {
  const { agenda, marking } = run;
  if (marking.root === undefined) return false;
  if (releaseInclusiveJoin(run)) return true;
  let thrown = agenda.thrown.shift();
  if (!thrown) return fireCondition(run);
  while (thrown) {
    const others = deliverThrown(run, thrown);
    if (others) agenda.thrown.unshift(others);
    makeMoves(run);
    thrown = others && agenda.thrown.shift();
  }
  return true;
}

function makeMoves(run: NetRun): void {
  const { agenda, marking, ports } = run;
  for (;;) {
    const move = agenda.next();
    if (move) {
      if (marking.isAlive(tokenOrScope(move))) makeMove(run, move);
    } else {
      const firing = agenda.nextFiring();
      if (firing && stillListens(run, firing.key)) fire(run, firing.key, firing.by);
      else if (!firing) return;
    }
    ports.moved?.();
  }
}

/** What another event has ended or cancelled meanwhile does not fire. */
function stillListens({ marking }: NetRun, key: string): boolean {
  if (key in marking.state.listeners) return true;
  if (!marking.isAlive(readListenerKey(key).owner)) return false;
  const { kind } = marking.listenerPlace(key).event;
  return kind === 'error' || kind === 'escalation';
}

function tokenOrScope(move: Move): Id {
  return move.kind === 'arrive' ? move.scope : 'of' in move ? move.of : move.token;
}

function makeMove(run: NetRun, move: Move): void {
  switch (move.kind) {
    case 'arrive': {
      const { scope, to, from } = move;
      if (!('target' in to)) {
        enterNode(run, { scope, node: to, from });
        return;
      }
      run.ports.tell({ kind: 'taken', flow: to, from });
      if (isJoin(to.target)) arriveAtJoin(run, scope, to, from);
      else enterNode(run, { scope, node: to.target, from });
      return;
    }
    case 'iterate':
      enterIteration(run, move.of);
      return;
    case 'count':
      countHeld(run, move.of);
      return;
    case 'finish':
      if (run.marking.token(move.token).of === undefined) leaveNode(run, move.token);
      else finishIteration(run, move.token);
  }
}

function requireRunning(run: NetRun, token: Id): void {
  requireThat(token in run.marking.state.tokens && isRunning(run, token), `token ${token} that waits to be completed`);
}

function requireThat(isTrue: boolean, what: string): void {
  if (!isTrue) throw new NetError('waiting', `The process has no ${what}.`);
}
