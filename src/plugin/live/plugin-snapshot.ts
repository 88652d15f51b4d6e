import { StepError } from '../../errors.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import { HANDLING_STATUSES, type NextTaskItem } from '../../protocol/task-handling.ts';
import type { LateCallState } from '../late-calls/find-called.ts';
import {
  anything,
  count,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from '../state/json-shape.ts';
import { taskPanel } from '../state/ledger.ts';
import { createSnapshotFormat, type KeptInstance } from '../state/snapshot.ts';
import { readModelJson, writeModel } from './model-json.ts';
import type { PluginRecord } from './plugin-record.ts';

/** The state of a plugin. The state of the engine is not part of it: its host stores that. */
export interface PluginState extends KeptInstance {
  /** How many steps the process of its engine had made: its state has the same number. */
  readonly revision: number;
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
  panel: nullable(taskPanel),
  ...{ handlerName: nullable(text), turnHandler: nullable(text), isSystem: flag },
  report: nullable(object({ status: oneOf(...HANDLING_STATUSES), next: list(nextTask) })),
  reportWait: nullable(object({ nodeId: text, nodeName: text, until: number })),
  actionUses: record(number),
});
const lateCalls = object<LateCallState>({ file: text, extended: optional(text), files: record(text) });
interface OwnState extends Pick<PluginState, 'revision' | 'record' | 'lateCalls'> {
  readonly model: string;
}
const format = createSnapshotFormat<OwnState>({
  revision: count,
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

export function writePluginState({ model, ...state }: PluginState): string {
  return format.write({ ...state, model: writeModel(model) });
}

/** @throws {StepError} `ERR_SNAPSHOT_INVALID`: it is damaged, of another version, or of another instance */
export function readPluginState(json: string, instanceId: string): PluginState {
  const { model, ...state } = format.read(json, instanceId);
  if (state.instance.instanceId !== instanceId)
    throw invalid(instanceId, `is of instance ${state.instance.instanceId}`);
  return { ...state, model: readModelJson(model) };
}

function invalid(instanceId: string, why: string): StepError {
  return new StepError('ERR_SNAPSHOT_INVALID', `The snapshot for instance ${instanceId} ${why}.`, {
    details: { instanceId },
  });
}
