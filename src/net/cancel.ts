import type { NetRun } from './agenda.ts';
import { disarm } from './listeners.ts';
import type { Id } from './state.ts';

/** Cancels tokens, with their iterations and all that they have opened. The scope around them is left as it is. */
export function cancelTokens(run: NetRun, ids: readonly Id[]): void {
  for (const id of ids) if (run.marking.isAlive(id)) cancelToken(run, id);
}

function cancelToken(run: NetRun, id: Id): void {
  const { marking, ports } = run;
  cancelTokens(run, marking.iterationsOf(id));
  const scope = marking.scopeOf(id);
  if (scope !== undefined) cancelScope(run, scope);
  disarm(run, id);
  const at = marking.place(id);
  if (isRunning(run, id)) ports.giveUp(at);
  marking.removeToken(id);
  ports.tell({ kind: 'cancelled', at });
}

export function cancelScope(run: NetRun, id: Id): void {
  const { marking, ports } = run;
  cancelTokens(run, marking.tokensIn(id));
  disarm(run, id);
  const scope = marking.scope(id);
  marking.removeScope(id);
  ports.closed({ id, scope }, 'cancelled');
}

/** Whether what the token has begun in an activity was neither completed nor given up. */
export function isRunning({ marking }: NetRun, id: Id): boolean {
  const { tally, of, awaits } = marking.token(id);
  const isHeld = of !== undefined && marking.token(of).tally?.held?.includes(id) === true;
  return marking.nodeAt(id).kind === 'activity' && !tally && !awaits && !isHeld;
}
