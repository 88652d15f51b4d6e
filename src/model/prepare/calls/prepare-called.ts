import { createHash } from 'node:crypto';
import { requireModel } from '../../read-model.ts';
import { processNotExecutable } from '../../rules/pools.ts';
import { type PrepareOptions, prepareDiagram } from '../prepare-diagram.ts';
import type { FoundProcess } from './expand-call.ts';

/**
 * Prepares a process of a file for a call whose token waits for it. It need not be marked as executable.
 * @param processId undefined: the process that the file runs
 * @returns undefined if the file does not contain it
 * @throws {ModelError} `ERR_MODEL_REFUSED`: it cannot run; `ERR_MODEL_UNREADABLE`
 */
export async function prepareCalled(
  file: string,
  processId: string | undefined,
  options: PrepareOptions,
): Promise<FoundProcess | undefined> {
  // Most calls name a process of another file; this check avoids parsing.
  if (processId !== undefined && !file.includes(processId)) return undefined;
  const { xml, problems, model } = await prepareDiagram(file, {
    ...options,
    ...(processId !== undefined && { processId }),
  });
  if (problems.some(({ rule }) => rule === 'process-unknown')) return undefined;
  const faults = problems.filter(({ severity, rule }) => severity === 'error' && rule !== processNotExecutable.name);
  if (faults.length > 0) requireModel({ model: undefined, problems: faults });
  return {
    processId: processId ?? requireModel({ model, problems }).model.processId,
    xml,
    definitionId: definitionIdOf(xml),
  };
}

/** A definition is identified by the hash of its XML. */
export function definitionIdOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}
