import type { NetRun } from './agenda.ts';
import { cancelTokens } from './cancel.ts';
import { isMultiInstance } from './graph.ts';
import { endVisit } from './leave-node.ts';
import { disarm } from './listeners.ts';
import { NetError } from './net-error.ts';
import type { LoopAt } from './ports.ts';
import type { Id, Tally } from './state.ts';

/** A token has arrived at an activity that runs several times. It waits there until its iterations are complete. */
export function beginLoop(run: NetRun, id: Id): void {
  const { marking, ports, agenda } = run;
  const { node } = marking.place(id);
  const token = marking.token(id);
  if (!isMultiInstance(node)) {
    token.tally = { begun: 0, completed: 0 };
    nextRound(run, id);
    return;
  }
  const instances = ports.countIterations(marking.place(id));
  delete token.awaits;
  if (instances === 'later') {
    token.awaits = 'countIterations';
    return;
  }
  token.tally = { instances, begun: 0, completed: 0, held: [] };
  if (instances === 0) agenda.push({ kind: 'finish', token: id });
  // All begin, and run until they wait, before one that is complete by then is counted.
  agenda.push({ kind: 'count', of: id });
  const atOnce = node.loop === 'parallel' ? instances : Math.min(instances, 1);
  for (let index = 0; index < atOnce; index += 1) agenda.push({ kind: 'iterate', of: id });
}

/** Asks whether a standard loop has another round; each one is a move of its token. */
export function nextRound(run: NetRun, id: Id): void {
  const { marking, ports, agenda } = run;
  const at = loopAt(run, id);
  const goesOn = ports.goesOn(at);
  const token = marking.token(id);
  delete token.awaits;
  if (goesOn === 'later') token.awaits = 'goesOn';
  else if (goesOn) {
    agenda.spend(id, at.node, [id]);
    agenda.push({ kind: 'iterate', of: id });
  } else agenda.push({ kind: 'finish', token: id });
}

/** An iteration is complete. It waits for its turn while others begin, or the answer on an earlier one is missing. */
export function finishIteration(run: NetRun, id: Id): void {
  const { marking } = run;
  const { of: root = '' } = marking.token(id);
  const { tally } = marking.token(root);
  disarm(run, id);
  if (tally?.held) tally.held.push(id);
  else countIteration(run, root, id);
}

/** Those that have waited for their turn are counted. */
export function countHeld({ marking, agenda }: NetRun, root: Id): void {
  const { tally } = marking.token(root);
  const held = tally?.held ?? [];
  delete tally?.held;
  // One by one: there may be more of them than a call takes arguments.
  for (const token of held.toReversed()) agenda.push({ kind: 'finish', token });
}

function countIteration(run: NetRun, root: Id, id: Id): void {
  const { tally } = loopAt(run, root);
  tally.completed += 1;
  if (tally.instances === undefined) {
    endVisit(run, id);
    nextRound(run, root);
  } else {
    try {
      askIfEnough(run, root, id);
    } catch (error) {
      // Nothing else has changed: an iteration that cannot be judged is not complete.
      tally.completed -= 1;
      throw error;
    }
  }
}

/** Asks whether a multi-instance is complete, and goes on with the answer. @param id the iteration that completed last */
export function askIfEnough(run: NetRun, root: Id, id: Id): void {
  const { marking, ports, agenda } = run;
  const at = loopAt(run, root);
  const { tally } = at;
  const { instances = 0 } = tally;
  const enough = ports.isEnough(at, marking.place(id));
  const token = marking.token(root);
  delete token.awaits;
  if (enough === 'later') {
    token.awaits = 'isEnough';
    if (tally.held?.[0] !== id) tally.held = [id, ...(tally.held ?? [])];
    return;
  }
  endVisit(run, id);
  if (enough || tally.completed === instances) {
    cancelTokens(run, marking.iterationsOf(root));
    agenda.push({ kind: 'finish', token: root });
    return;
  }
  if (at.node.loop === 'sequential') agenda.push({ kind: 'iterate', of: root });
  countHeld(run, root);
}

/** One more iteration of a parallel multi-instance. @throws {NetError} `waiting` */
export function addIteration(run: NetRun, root: Id): void {
  const tally = parallelTally(run, root);
  tally.instances += 1;
  run.agenda.push({ kind: 'iterate', of: root });
}

/**
 * An iteration of a parallel multi-instance is given up, and counted no more: those that are complete may be enough then.
 * @throws {NetError} `waiting`
 */
export function removeIteration(run: NetRun, id: Id): void {
  const { marking, ports, agenda } = run;
  const { of: root = '' } = marking.token(id);
  const tally = parallelTally(run, root);
  tally.instances -= 1;
  cancelTokens(run, [id]);
  const [other] = marking.iterationsOf(root);
  const isEnough = other === undefined || ports.isEnough(loopAt(run, root), marking.place(other));
  if (isEnough === 'later')
    throw new NetError('waiting', `The process has no answer yet on ${marking.nodeAt(root).id}.`);
  if (!isEnough) return;
  cancelTokens(run, marking.iterationsOf(root));
  agenda.push({ kind: 'finish', token: root });
}

function parallelTally({ marking }: NetRun, root: Id): Tally & { instances: number } {
  const { tally, awaits } = marking.state.tokens[root] ?? {};
  if (tally?.instances === undefined || tally.held || awaits || marking.nodeAt(root).loop !== 'parallel')
    throw new NetError('waiting', `The process has no parallel multi-instance that runs at ${root}.`);
  return tally as Tally & { instances: number };
}

/** With the tally that is changed. */
function loopAt({ marking }: NetRun, id: Id): LoopAt & { readonly tally: Tally } {
  const at = marking.place(id);
  const { tally } = marking.token(id);
  if (!tally) throw new TypeError(`${at.node.id} has no tally.`);
  return { ...at, tally };
}
