import { StepError } from '../../errors.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import { HANDLING_STATUSES, type NextTaskItem } from '../../protocol/task-handling.ts';
import type { CallWay, LateCallState } from '../late-calls/find-called.ts';
import {
  anything,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  readShape,
  record,
  type Shape,
  text,
} from '../state/json-shape.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from '../state/snapshot.ts';
import { readModelJson, writeModel } from './model-json.ts';
import type { PluginRecord } from './plugin-record.ts';

/** The state of a plugin. The state of the engine is not part of it: its host stores that. */
export interface PluginState extends Pick<Snapshot, 'instance' | 'variables' | 'ledger'> {
  readonly model: ProcessModel;
  readonly record: PluginRecord;
  /** Absent: no call of the diagram is looked up while the instance runs. */
  readonly lateCalls?: LateCallState | undefined;
}

const names = list(text);
// Written by this plugin from what a schema of the protocol has checked.
const nextTask = record(anything) as Shape<object> as Shape<NextTaskItem>;
const task = object<PluginRecord['tasks'][string]>({
  ...{ taskId: text, instanceId: text, nodeId: text, nodeName: text, executionId: text },
  state: oneOf(...TASK_STATES),
  ...{ handlers: names, handlingGroups: names, signedBy: names },
  ...{ createdAt: number, closedAt: nullable(number), appliedAt: nullable(number), suspendedAt: nullable(number) },
  ...{ handler: nullable(text), opinions: nullable(text), handleStatus: nullable(text) },
  ...{ handlerName: nullable(text), turnHandler: nullable(text), isSystem: flag },
  report: nullable(object({ status: oneOf(...HANDLING_STATUSES), next: list(nextTask) })),
  reportWait: nullable(object({ nodeId: text, nodeName: text, until: number })),
  actionUses: record(number),
});
const lateCalls = object<LateCallState>({
  ...{ file: text, extended: optional(text), files: record(text) },
  ways: record(object<CallWay>({ gatewayId: text, flowId: text })),
});
interface OwnState {
  readonly model: string;
  readonly record: PluginRecord;
  readonly lateCalls?: LateCallState | undefined;
}
const shape = object<OwnState>({
  model: text,
  lateCalls: optional(lateCalls),
  record: object<PluginRecord>({
    status: oneOf('running', 'suspended', 'ended', 'terminated', 'revoked'),
    ...{ startedAt: number, endedAt: nullable(number), wakeAt: nullable(number) },
    tasks: record(task),
    path: object({ flows: names, nodes: names, current: names }),
    reports: list(
      object({ previousTaskId: text, status: text, next: names, reason: text, isUnhandled: optional(flag) }),
    ),
    refusedTaskId: optional(text),
  }),
});

export function writePluginState({ model, record, lateCalls: calls, ...rest }: PluginState): string {
  return writeSnapshot(rest, { model: writeModel(model), record, lateCalls: calls });
}

/** @throws {StepError} `ERR_SNAPSHOT_INVALID`: it is damaged, of another version, or of another instance */
export function readPluginState(json: string, instanceId: string): PluginState {
  const { engine, ...rest } = readSnapshot(json, instanceId);
  const { value, wrong } = readShape(shape, engine);
  if (wrong.length > 0)
    throw invalid(
      instanceId,
      `cannot be read (at ${wrong.map((path) => `engine.${path}`).join(', ')}). It was not written by a plugin, or is damaged`,
    );
  if (rest.instance.instanceId !== instanceId) throw invalid(instanceId, `is of instance ${rest.instance.instanceId}`);
  const { record, lateCalls: calls } = value;
  return { ...rest, model: readModelJson(value.model), record, ...(calls && { lateCalls: calls }) };
}

function invalid(instanceId: string, why: string): StepError {
  return new StepError('ERR_SNAPSHOT_INVALID', `The snapshot for instance ${instanceId} ${why}.`, {
    details: { instanceId },
  });
}
