import type { DefinitionState } from 'bpmn-elements';
import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import {
  anything,
  count,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  readShape,
  record,
  text,
  withDefault,
} from './json-shape.ts';
import type { Ledger, OpenJob } from './ledger.ts';
import type { InstanceInfo } from './run-settings.ts';

/** Increased whenever this code cannot read the snapshots of the previous version. */
const SNAPSHOT_VERSION = 1;

const origin = nullable(text);
const names = list(text);
const variables = record(anything);
const job = object<NonNullable<OpenJob['given']>>({
  nodeId: text,
  executionId: text,
  kind: oneOf('service', 'script', 'call'),
  service: text,
  variables,
  input: variables,
});
const ledger = object<Ledger>({
  taskCount: count,
  openTasks: record(
    object({
      taskId: text,
      nodeId: text,
      rootId: text,
      scopeIds: names,
      origin,
      handlers: names,
      handlingGroups: names,
      signedBy: withDefault(names, []),
    }),
  ),
  openJobs: record(
    object({
      nodeId: text,
      rootId: text,
      origin,
      part: optional(oneOf('in', 'out')),
      given: optional(job),
    }),
  ),
  origins: record(origin),
  timers: record(
    object({
      dueAt: nullable(number),
      left: nullable(number),
      cycle: optional(object({ value: anything, until: optional(anything) })),
    }),
  ),
  listening: withDefault(record(object({ name: nullable(text), correlationKey: nullable(text) })), {}),
  tallies: record(
    object({
      instances: number,
      completed: number,
      approvals: number,
      rejections: number,
      outputs: optional(list(anything)),
    }),
  ),
  sizes: withDefault(record(object({ instances: count, elements: nullable(list(anything)) })), {}),
  handled: record(
    object({
      taskId: text,
      nodeId: text,
      handler: text,
      handlerName: nullable(text),
      personName: optional(nullable(text)),
      handledAt: number,
      appliedAt: number,
      opinions: nullable(text),
      handleStatus: text,
      reported: flag,
      turnHandler: withDefault(nullable(text), null),
      endedBy: withDefault(nullable(text), null),
      standsInFor: optional(names),
      again: withDefault(flag, false),
    }),
  ),
  lastHandledTaskId: nullable(text),
  gone: withDefault(
    list(
      object({
        taskId: text,
        nodeId: text,
        handler: text,
        standsInFor: optional(names),
        handleStatus: text,
        goneAt: number,
        takenBy: nullable(text),
        cause: origin,
      }),
    ),
    [],
  ),
  startReported: flag,
  messageCount: withDefault(count, 0),
  handledBy: withDefault(names, []),
  timeOuts: withDefault(record(number), {}),
  suspendedAt: withDefault(nullable(number), null),
  conditionsSeen: withDefault(names, []),
  asked: withDefault(record(object({ nodeId: text, index: integer, number: integer, given: optional(job) })), {}),
  askedCount: withDefault(count, 0),
  called: withDefault(record(variables), {}),
  nodeNames: withDefault(record(text), {}),
  taskInputs: withDefault(record(variables), {}),
  pressed: withDefault(record(object({ taskId: text, buttonKey: text, own: variables })), {}),
  returned: withDefault(record(object({ origin, own: variables })), {}),
});

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
  ledger: ledger,
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
