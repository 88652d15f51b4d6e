import type { NetRun } from './agenda.ts';
import { cancelTokens } from './cancel.ts';
import { type GraphNode, isMultiInstance, startsOf } from './graph.ts';
import { armEventSubProcesses, disarm } from './listeners.ts';
import { NetError } from './net-error.ts';
import type { Id, ScopeState } from './state.ts';

/** Opens a process or sub-process, and sends tokens to its starts. @param start the only one of them */
export function openScope(run: NetRun, scope: ScopeState, start?: GraphNode): void {
  const { marking, ports, agenda } = run;
  const id = marking.addScope(scope);
  ports.opened({ id, scope });
  armEventSubProcesses(run, id);
  const starts = start ? [start] : startsIn(run, id);
  const from = scope.token === undefined ? [] : [scope.token];
  agenda.push(...starts.map((to) => ({ kind: 'arrive', scope: id, to, from }) as const));
  closeIfDone(run, id);
}

/** @throws {NetError} `depth`: calls are nested too deep, as in a process that calls itself */
export function openCall(run: NetRun, token: Id, definition: string): void {
  const { marking, maxDepth } = run;
  const { scope } = marking.token(token);
  const depth = marking.scopesAround(scope).filter((each) => marking.scope(each).node === undefined).length;
  const { id } = marking.nodeAt(token);
  if (depth > maxDepth) throw new NetError('depth', `The call ${id} is nested more than ${maxDepth} calls deep.`, id);
  openScope(run, { definition, token });
}

/** A process begins at its plain start events; if it has none, at the first one. */
function startsIn({ marking }: NetRun, id: Id): readonly GraphNode[] {
  const drawn = marking.drawn(id);
  const starts = startsOf(drawn);
  if (drawn.kind !== 'process') return starts;
  const plain = starts.filter(({ events }) => events.length === 0);
  return plain.length > 0 ? plain : starts.slice(0, 1);
}

/** A scope is complete when no token is left in it; what it is the content of goes on. */
export function closeIfDone(run: NetRun, id: Id): void {
  const { marking, ports, agenda } = run;
  if (!marking.isEmpty(id) || agenda.isComing(id)) return;
  const scope = marking.scope(id);
  disarm(run, id);
  marking.removeScope(id);
  ports.closed({ id, scope }, 'completed');
  if (scope.token !== undefined) agenda.push({ kind: 'finish', token: scope.token });
}

/** A terminate end event ends its scope, all iterations of the multi-instance around it, or the instance. */
export function terminate(run: NetRun, scope: Id, ends: 'scope' | 'multi-instance' | 'instance'): void {
  const { marking, agenda } = run;
  const around = ends === 'scope' ? [] : marking.scopesAround(scope);
  const iterated = ends === 'multi-instance' ? around.find((each) => iterationIn(run, each) !== undefined) : undefined;
  const root = iterated === undefined ? undefined : iterationIn(run, iterated);
  if (root !== undefined) {
    cancelTokens(run, marking.iterationsOf(root));
    agenda.push({ kind: 'finish', token: root });
    return;
  }
  const ended = around.at(-1) ?? scope;
  cancelTokens(run, marking.tokensIn(ended));
  agenda.drop(ended);
  closeIfDone(run, ended);
}

function iterationIn({ marking }: NetRun, scope: Id): Id | undefined {
  const { token } = marking.scope(scope);
  return token !== undefined && isMultiInstance(marking.nodeAt(token)) ? marking.token(token).of : undefined;
}
