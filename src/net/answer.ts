import type { NetRun } from './agenda.ts';
import { ask, noteChanges } from './conditions.ts';
import { beginCall } from './enter-node.ts';
import { askIfEnough, beginLoop, nextRound } from './iterations.ts';
import { leaveNode } from './leave-node.ts';
import { NetError } from './net-error.ts';
import type { Id, Question } from './state.ts';

const ASK: Readonly<Record<Question, (run: NetRun, token: Id) => void>> = {
  takes: leaveNode,
  countIterations: beginLoop,
  goesOn: nextRound,
  isEnough: (run, id) => askIfEnough(run, id, run.marking.token(id).tally?.held?.[0] ?? ''),
  callProcess: beginCall,
};

/**
 * The answer to what a token or a condition waits for has come: its port is asked again. An answer to a question that
 * nobody asks any more is refused.
 * @throws {NetError} `waiting`
 */
export function answerQuestion(run: NetRun, id: Id): void {
  const { marking, agenda } = run;
  const listener = marking.state.listeners[id];
  if (listener?.kind === 'condition' && listener.awaits) {
    noteChanges(run);
    if (ask(run, marking.listenerPlace(id), false) === true) agenda.pushFiring([id], []);
    return;
  }
  const { awaits } = marking.state.tokens[id] ?? {};
  if (awaits === undefined) throw new NetError('waiting', `Nothing in the process waits for an answer at ${id}.`);
  ASK[awaits](run, id);
}
