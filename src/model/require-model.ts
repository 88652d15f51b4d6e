import { ModelError } from '../errors.ts';
import type { Problem } from './problem.ts';
import type { ProcessModel } from './process-model.ts';

/** @throws {ModelError} `ERR_MODEL_REFUSED` when the diagram cannot run */
export function requireModel(read: {
  readonly model: ProcessModel | undefined;
  readonly problems: readonly Problem[];
}): { model: ProcessModel; problems: readonly Problem[] } {
  if (read.model) return { model: read.model, problems: read.problems };
  const errors = read.problems.filter((problem) => problem.severity === 'error');
  const list = errors.map(({ elementId, reason, remedy }) => `- ${elementId}: ${reason} ${remedy}`).join('\n');
  throw new ModelError('ERR_MODEL_REFUSED', `The process cannot run as drawn:\n${list}`, {
    details: { problems: read.problems },
  });
}
