import { BridgeError, StoreError } from '../errors.ts';
import type { Store } from '../store/port.ts';
import type { Definitions } from './definitions.ts';

/** A start event of a process, of the latest definition, that waits for a message or a signal. */
export interface WaitingStart {
  readonly processId: string;
  readonly startNodeId: string;
}

/** Finds the processes that a message or a signal starts, by process id. */
export type FindStarts = (kind: 'message' | 'signal', name: string) => Promise<WaitingStart[]>;

/**
 * @param onUnreadable told once of a latest definition that cannot be read any more, for example since another version
 * of the library stored it; the others are looked at all the same
 */
export function createFindStarts(
  store: Store,
  load: Definitions['load'],
  onUnreadable: (processId: string, error: BridgeError) => void,
): FindStarts {
  const unreadable = new Set<string>();

  async function startsOf(definitionId: string, processId: string) {
    try {
      const { events } = (await load(definitionId)).model;
      unreadable.delete(definitionId);
      return [...events.values()].filter(({ role }) => role.kind === 'process-start');
    } catch (error) {
      if (!(error instanceof BridgeError) || isPassing(error)) throw error;
      if (!unreadable.has(definitionId)) onUnreadable(processId, error);
      unreadable.add(definitionId);
      return [];
    }
  }

  return async (kind, name) => {
    const found: WaitingStart[] = [];
    for (const { definitionId, processId } of await store.listLatestDefinitions()) {
      for (const { nodeId, trigger } of await startsOf(definitionId, processId)) {
        // Deploy refuses names that read variables, so the name is the same for every start.
        if (trigger.kind === kind && String(trigger.name.evaluate({})) === name) {
          found.push({ processId, startNodeId: nodeId });
        }
      }
    }
    return found;
  };
}

/** The database did not answer; what it answered and cannot be read stays so. */
function isPassing(error: BridgeError): boolean {
  return error instanceof StoreError && error.code !== 'ERR_STORE_INVALID';
}
