import type { DefinitionState } from 'bpmn-elements';
import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { anything, nullable, object, oneOf, optional, readShape, record, text } from './json-shape.ts';
import { type Ledger, ledgerShape } from './ledger.ts';
import type { InstanceInfo } from './run-settings.ts';

/** Increased whenever this code cannot read the snapshots of the previous version. */
const SNAPSHOT_VERSION = 1;

const snapshot = object<Snapshot & { readonly version: number }>({
  version: oneOf(SNAPSHOT_VERSION),
  instance: object({
    instanceId: text,
    initiator: text,
    initiatorName: nullable(text),
    businessKey: nullable(text),
    previousTaskId: nullable(text),
    previousHandler: optional(text),
    previousHandlerName: optional(nullable(text)),
  }),
  variables: record(anything),
  ledger: ledgerShape,
  engine: record(anything),
});

/** The complete state of an instance between two steps, without its definition. Plain JSON. */
export interface Snapshot {
  readonly instance: InstanceInfo;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly ledger: Ledger;
  /** The engine's own state; only the engine reads it. */
  readonly engine: Readonly<Record<string, unknown>>;
}

/** The state of the engine after a step, as plain objects. */
export interface EngineState extends Readonly<Record<string, unknown>> {
  readonly definitions: readonly DefinitionState[];
}

/** @param engine the state of the engine; of one that stays alive it is not needed */
export function writeSnapshot(
  { instance, variables, ledger }: Omit<Snapshot, 'engine'>,
  engine: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ version: SNAPSHOT_VERSION, instance, variables, ledger, engine });
}

/** @throws {StepError} `ERR_SNAPSHOT_INVALID`: it is damaged, or was written by another version of the library */
export function readSnapshot(json: string, instanceId: string): Snapshot {
  const { value, wrong } = parse(json);
  if (wrong.length === 0) return value;
  throw new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} cannot be read (at ${wrong.join(', ')}). ` +
      'Restore the row from a backup, or run the version of the library that wrote it.',
    { details: { instanceId } },
  );
}

function parse(json: string): ReturnType<typeof readShape<Snapshot>> {
  try {
    return readShape(snapshot, JSON.parse(json));
  } catch {
    return readShape(snapshot, undefined);
  }
}

/** The state of the engine from which it can be recovered, without the parts that the definition contains. */
export function engineStateOf(execution: Execution): EngineState {
  const definitions = execution.definitions.map((definition) => definition.getState());
  return { name: execution.name, state: execution.state, stopped: execution.stopped, definitions };
}
