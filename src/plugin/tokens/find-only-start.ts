import { InputError } from '../../errors.ts';
import type { ProcessModel } from '../../model/process-model.ts';

/** Returns the first start event of a process that has no plain (none) start event; undefined if it has a plain one. */
export function findOnlyStart({ graph }: Pick<ProcessModel, 'graph'>): string | undefined {
  const starts = startsIn(graph);
  return starts.some(({ events }) => events.length === 0) ? undefined : starts[0]?.id;
}

/**
 * Returns the start event that a host has chosen, or {@link findOnlyStart}.
 * @throws {InputError} `ERR_INPUT_INVALID`: the process has no such start event
 */
export function findStart(chosen: string | undefined, model: ProcessModel): string | undefined {
  if (chosen === undefined) return findOnlyStart(model);
  const ids = startsIn(model.graph).map(({ id }) => id);
  if (ids.includes(chosen)) return chosen;
  const known = ids.length === 0 ? 'it has none' : `choose one of ${ids.join(', ')}`;
  throw new InputError('ERR_INPUT_INVALID', `${model.processId} has no start event ${chosen}: ${known}.`, {
    details: { startNodeId: chosen },
  });
}

function startsIn({ process }: ProcessModel['graph']) {
  return process.nodes.filter(({ kind }) => kind === 'start');
}
