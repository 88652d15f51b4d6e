import { rootOfIteration } from './lineage.ts';
import type { EngineState } from './snapshot.ts';

/** The ids of executions that the state of the engine names; for an iteration also that of its multi-instance. */
export function idsInState({ definitions }: EngineState): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const definition of definitions) collect(definition, ids);
  return ids;
}

function collect(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string') {
    ids.add(value);
    ids.add(rootOfIteration(value));
  } else if (typeof value === 'object' && value !== null) {
    for (const key in value) collect((value as Record<string, unknown>)[key], ids);
  }
}
