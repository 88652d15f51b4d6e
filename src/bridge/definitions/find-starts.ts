import { BridgeError, StoreError } from '../../errors.ts';
import { listEvents } from '../../model/event-nodes.ts';
import { withContext } from '../../model/expressions/evaluation-context.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import type { CompiledDefinition } from '../../plugin/definition.ts';
import type { Store } from '../../store/port.ts';
import type { Definitions } from './definitions.ts';
import type { StartSettings } from './read-timer-starts.ts';

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
  { clock, ...settings }: StartSettings & { readonly clock: () => number },
  onUnreadable: (processId: string, error: BridgeError) => void,
): FindStarts {
  const unreadable = new Set<string>();
  /** Of the latest definitions; these few words are kept however many they are, compiled ones are not. */
  const known = new Map<string, readonly StartTrigger[]>();

  /** Names may call functions of the host, and ask for the time. */
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
      if (!(error instanceof BridgeError) || isPassing(error)) throw error;
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

/** The database did not answer; what it answered and cannot be read stays so. */
function isPassing(error: BridgeError): boolean {
  return error instanceof StoreError && error.code !== 'ERR_STORE_INVALID';
}
