import type { NetRun } from './agenda.ts';
import { ask } from './conditions.ts';
import { beginCall } from './enter-node.ts';
import { askIfEnough, beginLoop, nextRound } from './iterations.ts';
import { leaveNode } from './leave-node.ts';
import { NetError } from './net-error.ts';
import type { Id } from './state.ts';

/**
 * The answer to what a token or a condition waits for has come: its port is asked again. An answer to a question that
 * nobody asks any more is refused.
 * @throws {NetError} `waiting`
 */
export function answerQuestion(run: NetRun, id: Id): void {
  const { marking, agenda } = run;
  const listener = marking.state.listeners[id];
  if (listener?.kind === 'condition' && listener.awaits) {
    if (ask(run, marking.listenerPlace(id), false) === true) agenda.pushFiring([id], []);
    return;
  }
  const token = marking.state.tokens[id];
  switch (token?.awaits) {
    case 'takes':
      leaveNode(run, id);
      return;
    case 'countIterations':
      beginLoop(run, id);
      return;
    case 'goesOn':
      nextRound(run, id);
      return;
    case 'isEnough':
      askIfEnough(run, id, token.tally?.held?.[0] ?? '');
      return;
    case 'callProcess':
      beginCall(run, id);
      return;
    case undefined:
      throw new NetError('waiting', `Nothing in the process waits for an answer at ${id}.`);
  }
}
