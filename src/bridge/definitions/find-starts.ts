import { BridgeError, StoreError } from '../../errors.ts';
import { withContext } from '../../model/expressions/evaluation-context.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import { listEvents } from '../../model/nodes/event-node.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';
import type { Store } from '../../store/store.ts';
import type { Definitions } from './definitions.ts';
import type { StartSettings } from './read-timer-starts.ts';

/** A start event that waits for a message or signal, in the latest definition of a process. */
export interface WaitingStart {
  readonly processId: string;
  readonly startNodeId: string;
}

/** Finds the processes that a message or signal starts, ordered by process id. */
export type FindStarts = (kind: 'message' | 'signal', name: string) => Promise<WaitingStart[]>;

/**
 * @param onUnreadable called once for a definition that cannot be read, for example because another version of the library
 * stored it; the other definitions are still searched
 */
export function createFindStarts(
  store: Store,
  load: Definitions['load'],
  { clock, ...settings }: StartSettings & { readonly clock: () => number },
  onUnreadable: (processId: string, error: BridgeError) => void,
): FindStarts {
  const unreadable = new Set<string>();
  /** Triggers of the latest definitions. They are small, so all are cached, unlike compiled definitions. */
  const known = new Map<string, readonly StartTrigger[]>();

  /** Evaluates the names each time: they may call functions of the host or read the time. */
  function nameStarts(starts: readonly StartTrigger[]): readonly NamedStart[] {
    const scope = withContext({}, { now: clock(), ...settings });
    return starts.map((start) => ({ ...start, name: String(start.name.evaluate(scope)) }));
  }

  async function startsOf(definitionId: string, processId: string): Promise<readonly NamedStart[]> {
    try {
      const starts = known.get(definitionId) ?? triggersOf(await load(definitionId));
      known.set(definitionId, starts);
      const named = nameStarts(starts);
      unreadable.delete(definitionId);
      return named;
    } catch (error) {
      if (!(error instanceof BridgeError) || isTransient(error)) throw error;
      if (!unreadable.has(definitionId)) onUnreadable(processId, error);
      unreadable.add(definitionId);
      return [];
    }
  }

  return async (kind, name) => {
    const found: WaitingStart[] = [];
    const latest = await store.listLatestDefinitions();
    forgetOthers(known, new Set(latest.map(({ definitionId }) => definitionId)));
    for (const { definitionId, processId } of latest) {
      for (const start of await startsOf(definitionId, processId)) {
        if (start.kind === kind && start.name === name) found.push({ processId, startNodeId: start.startNodeId });
      }
    }
    return found;
  };
}

interface StartTrigger {
  readonly startNodeId: string;
  readonly kind: 'message' | 'signal';
  readonly name: Expression;
}

interface NamedStart extends Omit<StartTrigger, 'name'> {
  readonly name: string;
}

function triggersOf({ model }: CompiledDefinition): StartTrigger[] {
  return listEvents(model).flatMap(({ nodeId, role, trigger }) =>
    role.kind === 'process-start' && (trigger.kind === 'message' || trigger.kind === 'signal')
      ? // Deploy refuses names that read variables: there are none before the start.
        [{ startNodeId: nodeId, kind: trigger.kind, name: trigger.name }]
      : [],
  );
}

function forgetOthers(known: Map<string, unknown>, latest: ReadonlySet<string>): void {
  for (const definitionId of known.keys()) if (!latest.has(definitionId)) known.delete(definitionId);
}

/** Whether the database did not answer. A row that cannot be read is a permanent error. */
function isTransient(error: BridgeError): boolean {
  return error instanceof StoreError && error.code !== 'ERR_STORE_INVALID';
}
