import type { DefinitionState } from 'bpmn-elements';
import type { Execution } from 'bpmn-engine';
import { z } from 'zod';
import { StepError } from '../../errors.ts';
import type { Ledger } from './ledger.ts';
import type { InstanceInfo } from './run-settings.ts';

/** Raised when a stored snapshot of the version before could not be read by this code. */
const SNAPSHOT_VERSION = 1;

const Origin = z.string().nullable();
const Names = z.array(z.string());
const Variables = z.record(z.string(), z.unknown());
const Job = z.object({
  nodeId: z.string(),
  executionId: z.string(),
  kind: z.enum(['service', 'script', 'call']),
  service: z.string(),
  variables: Variables,
  input: Variables,
});
const LedgerSchema = z.object({
  taskCount: z.int().nonnegative(),
  openTasks: z.record(
    z.string(),
    z.object({
      taskId: z.string(),
      nodeId: z.string(),
      rootId: z.string(),
      scopeIds: Names,
      origin: Origin,
      handlers: Names,
      handlingGroups: Names,
      signedBy: Names.default([]),
    }),
  ),
  openJobs: z.record(
    z.string(),
    z.object({
      nodeId: z.string(),
      rootId: z.string(),
      origin: Origin,
      part: z.enum(['in', 'out']).optional(),
      given: Job.optional(),
    }),
  ),
  origins: z.record(z.string(), Origin),
  timers: z.record(
    z.string(),
    z.object({
      dueAt: z.number().nullable(),
      left: z.number().nullable(),
      cycle: z.object({ value: z.unknown(), until: z.unknown().optional() }).optional(),
    }),
  ),
  listening: z
    .record(z.string(), z.object({ name: z.string().nullable(), correlationKey: z.string().nullable() }))
    .default({}),
  tallies: z.record(
    z.string(),
    z.object({
      instances: z.number(),
      completed: z.number(),
      approvals: z.number(),
      rejections: z.number(),
      outputs: z.array(z.unknown()).optional(),
    }),
  ),
  sizes: z
    .record(z.string(), z.object({ instances: z.int().nonnegative(), elements: z.array(z.unknown()).nullable() }))
    .default({}),
  handled: z.record(
    z.string(),
    z.object({
      taskId: z.string(),
      nodeId: z.string(),
      handler: z.string(),
      handlerName: z.string().nullable(),
      personName: z.string().nullable().optional(),
      handledAt: z.number(),
      appliedAt: z.number(),
      opinions: z.string().nullable(),
      handleStatus: z.string(),
      reported: z.boolean(),
      turnHandler: z.string().nullable().default(null),
      endedBy: z.string().nullable().default(null),
      standsInFor: Names.optional(),
      again: z.boolean().default(false),
    }),
  ),
  lastHandledTaskId: z.string().nullable(),
  gone: z
    .array(
      z.object({
        taskId: z.string(),
        nodeId: z.string(),
        handler: z.string(),
        standsInFor: Names.optional(),
        handleStatus: z.string(),
        goneAt: z.number(),
        takenBy: z.string().nullable(),
        cause: Origin,
      }),
    )
    .default([]),
  startReported: z.boolean(),
  messageCount: z.int().nonnegative().default(0),
  handledBy: Names.default([]),
  timeOuts: z.record(z.string(), z.number()).default({}),
  suspendedAt: z.number().nullable().default(null),
  conditionsSeen: Names.default([]),
  asked: z
    .record(z.string(), z.object({ nodeId: z.string(), index: z.int(), number: z.int(), given: Job.optional() }))
    .default({}),
  askedCount: z.int().nonnegative().default(0),
  called: z.record(z.string(), Variables).default({}),
  nodeNames: z.record(z.string(), z.string()).default({}),
  taskInputs: z.record(z.string(), Variables).default({}),
  pressed: z.record(z.string(), z.object({ taskId: z.string(), buttonKey: z.string(), own: Variables })).default({}),
  returned: z.record(z.string(), z.object({ origin: Origin, own: Variables })).default({}),
}) satisfies z.ZodType<Ledger>;

const SnapshotSchema = z.object({
  version: z.literal(SNAPSHOT_VERSION),
  instance: z.object({
    instanceId: z.string(),
    initiator: z.string(),
    initiatorName: z.string().nullable(),
    businessKey: z.string().nullable(),
    previousTaskId: z.string().nullable(),
    previousHandler: z.string().optional(),
    previousHandlerName: z.string().nullable().optional(),
  }) satisfies z.ZodType<InstanceInfo>,
  variables: z.record(z.string(), z.unknown()),
  ledger: LedgerSchema,
  engine: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<Snapshot & { version: number }>;

/** Everything an instance is between two steps, but for its definition. Plain JSON. */
export interface Snapshot {
  readonly instance: InstanceInfo;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly ledger: Ledger;
  /** The engine's own; only the engine reads it. */
  readonly engine: Readonly<Record<string, unknown>>;
}

/** @param engine the state of the engine, as JSON: the largest part by far, which is not written twice */
export function writeSnapshot({ instance, variables, ledger }: Omit<Snapshot, 'engine'>, engine: string): string {
  const rest = JSON.stringify({ version: SNAPSHOT_VERSION, instance, variables, ledger });
  return `${rest.slice(0, -1)},"engine":${engine}}`;
}

/** @throws {StepError} `ERR_SNAPSHOT_INVALID`: it is damaged, or another version of the library wrote it */
export function readSnapshot(text: string, instanceId: string): Snapshot {
  try {
    return SnapshotSchema.parse(JSON.parse(text));
  } catch (cause) {
    const paths = cause instanceof z.ZodError ? cause.issues.map((issue) => issue.path.join('.') || 'it') : ['it'];
    throw new StepError(
      'ERR_SNAPSHOT_INVALID',
      `The snapshot of instance ${instanceId} cannot be read (at ${paths.join(', ')}). ` +
        'Restore the row from a backup, or run the version of the library that wrote it.',
      { details: { instanceId } },
    );
  }
}

/** The engine's state without what the definition holds already, as JSON that it can be recovered from. */
export function engineStateText(execution: Execution): string {
  const definitions: DefinitionState[] = execution.definitions.map((definition) => definition.getState());
  return JSON.stringify({ name: execution.name, state: execution.state, stopped: execution.stopped, definitions });
}
