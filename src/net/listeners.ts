import type { NetRun } from './agenda.ts';
import { eventStartsIn, type GraphNode } from './graph.ts';
import type { ListenerAt } from './ports.ts';
import { type Id, type ListenerState, listenerKey, type TimerState } from './state.ts';

/** The events of a node begin to wait. Errors and escalations are found by their tokens. */
export function arm(run: NetRun, owner: Id, node: GraphNode): void {
  for (const index of node.events.keys()) {
    const key = listenerKey(owner, node.id, index);
    // A receive task can be completed by its id, whatever it waits for.
    const byId = node.type === 'bpmn:ReceiveTask' ? ({ kind: 'receive' } as const) : undefined;
    const listener = newListener(run, run.marking.listenerPlace(key)) ?? byId;
    if (listener) run.marking.addListener(key, listener);
  }
}

function newListener({ ports }: NetRun, at: ListenerAt): ListenerState | undefined {
  const { kind } = at.event;
  switch (kind) {
    case 'timer': {
      const timer = ports.setTimer(at);
      return timer ? { kind, ...timer } : undefined;
    }
    case 'message':
    case 'signal': {
      const name = ports.nameOf(at);
      return name && { kind, ...name };
    }
    case 'condition':
      return { kind };
    case 'receive':
    case 'error':
    case 'escalation':
    case 'link':
    case 'terminate':
      return undefined;
  }
}

/** The boundary events of an activity begin to wait together with it. */
export function armBoundaries(run: NetRun, token: Id): void {
  for (const boundary of run.marking.nodeAt(token).boundaries) arm(run, token, boundary);
}

/** The event sub-processes of a scope begin to wait. */
export function armEventSubProcesses(run: NetRun, scope: Id): void {
  for (const start of eventStartsIn(run.marking.drawn(scope))) arm(run, scope, start);
}

export function disarm({ marking }: NetRun, owner: Id): void {
  for (const key of marking.listenersOf(owner)) marking.removeListener(key);
}

/**
 * After an event has fired that goes on listening: a cycle is set anew, any other time has passed. Messages, signals and
 * conditions are caught until the host ends (BPMN 2.0.2, 13.5.3).
 */
export function listenOn({ marking, ports }: NetRun, at: ListenerAt, fired: ListenerState | undefined): void {
  if (fired?.kind !== 'timer') return;
  const timer: Omit<TimerState, 'kind'> | null = ports.setTimer(at, fired);
  if (timer) marking.addListener(at.key, { kind: 'timer', ...timer });
  else marking.removeListener(at.key);
}
