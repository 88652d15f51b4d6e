import type { NetRun } from './agenda.ts';
import { cancelTokens } from './cancel.ts';
import { enterNode } from './enter-node.ts';
import { endVisit } from './leave-node.ts';
import { disarm, listenOn } from './listeners.ts';
import type { ListenerAt } from './ports.ts';
import type { Id } from './state.ts';

/**
 * An event that was waited for happens. Only the caller knows that it does wait: an error or escalation is caught by what has
 * no listener of its own.
 * @param by the token that caused it; none: a time, or a trigger from outside
 */
export function fire(run: NetRun, key: string, by: readonly Id[]): void {
  const { marking, ports } = run;
  const at = marking.listenerPlace(key);
  const state = marking.state.listeners[key];
  ports.tell({ kind: 'fired', at, ...(state && { state }), by });
  if (at.owner === undefined) startEventSubProcess(run, at, by);
  else if (at.node.kind === 'boundary') leaveByBoundary(run, at, at.owner, by);
  else passEvent(run, at, at.owner, by);
}

function startEventSubProcess(run: NetRun, at: ListenerAt, by: readonly Id[]): void {
  const { marking } = run;
  const { scope, node: start } = at;
  const { node } = start.scope;
  if (!node) return;
  if (start.nonInterrupting) listenOn(run, at, marking.state.listeners[at.key]);
  else {
    marking.scope(scope).interrupted = true;
    disarm(run, scope);
    cancelTokens(run, marking.tokensIn(scope));
  }
  enterNode(run, { scope, node, from: by, start });
}

function leaveByBoundary(run: NetRun, at: ListenerAt, host: Id, by: readonly Id[]): void {
  const { agenda, marking } = run;
  if (at.node.nonInterrupting) listenOn(run, at, marking.state.listeners[at.key]);
  else cancelTokens(run, [host]);
  agenda.push({ kind: 'arrive', scope: at.scope, to: at.node, from: [host, ...by] });
}

/** A catch event or receive task, where the token waits itself, or behind an event-based gateway, where it waits before. */
function passEvent(run: NetRun, at: ListenerAt, owner: Id, by: readonly Id[]): void {
  const { marking, agenda, ports } = run;
  const { node, scope } = at;
  const waiting = marking.place(owner);
  if (waiting.node === node) {
    agenda.push({ kind: 'finish', token: owner });
    return;
  }
  disarm(run, owner);
  endVisit(run, owner);
  const flow = waiting.node.outgoing.find(({ target }) => target === node);
  if (flow) ports.tell({ kind: 'taken', flow, from: [owner] });
  enterNode(run, { scope, node, from: [owner, ...by], hasHappened: true });
}
