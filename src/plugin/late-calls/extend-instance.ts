import { StepError } from '../../errors.ts';
import { expandCall } from '../../model/prepare/calls/expand-call.ts';
import type { PluginState } from '../live/plugin-snapshot.ts';
import { readOptionsOf } from '../live/read-options.ts';
import type { PluginConfig } from '../live/read-plugin-options.ts';
import { findCalled } from './find-called.ts';
import type { FindProcess } from './process-query.ts';
import { serializeSource } from './serialize-source.ts';

/** An instance between two steps: the state of its engine, parsed, and that of its plugin. */
export interface StoredStates {
  readonly state: object;
  readonly plugin: PluginState;
}

/**
 * Draws the process of a waiting call into the diagram of an instance: into the state of its engine and the model of its
 * plugin. Its token enters the process in the next step of the instance. Deterministic, and stores nothing.
 * @param executionId of the call
 * @returns undefined if the instance does not wait at this call any more
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`; {@link ModelError} the process cannot run
 * @throws {StepError} `ERR_CALL_TOO_DEEP`, `ERR_STEP_FAILED`: it cannot be called
 */
export async function extendInstance<Stored extends StoredStates>(
  { state, plugin }: Stored,
  executionId: string,
  findProcess: FindProcess,
  config: PluginConfig,
): Promise<StoredStates | undefined> {
  const { instance, ledger, model, lateCalls } = plugin;
  const job = ledger.openJobs[executionId];
  const call = job && model.services.get(job.nodeId)?.call;
  if (job === undefined || call === undefined) return undefined;
  const { instanceId } = instance;
  const target = job.given?.service;
  if (lateCalls === undefined || target === undefined) throw incomplete(instanceId);

  const modelOptions = readOptionsOf(config);
  const found = await findCalled({ ...call, instanceId, target }, lateCalls, findProcess, modelOptions);
  const diagram = lateCalls.extended ?? lateCalls.file;
  const { xml, parsed, gatewayId, flowId } = await expandCall(diagram, job.nodeId, found);
  const ways = { ...lateCalls.ways, [executionId]: { gatewayId, flowId } };
  if (parsed === undefined) return { state, plugin: { ...plugin, lateCalls: { ...lateCalls, ways } } };

  const serialized = await serializeSource(xml, parsed, modelOptions, config.engine);
  const callsItself = [...serialized.model.services.values()].some(
    (node) =>
      node.call?.file !== undefined &&
      'definitionId' in node.call.file &&
      node.call.file.definitionId === found.definitionId,
  );
  const files = callsItself ? { ...lateCalls.files, [found.definitionId]: found.file } : lateCalls.files;
  return {
    state: withSource(state, serialized.source),
    plugin: { ...plugin, model: serialized.model, lateCalls: { ...lateCalls, extended: xml, files, ways } },
  };
}

/** An engine with a plugin has one diagram. */
function withSource(state: object, source: string): object {
  const { definitions = [] } = state as { readonly definitions?: readonly object[] };
  return { ...state, definitions: definitions.map((definition) => ({ ...definition, source })) };
}

function incomplete(instanceId: string): StepError {
  return new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} does not have the diagram in which its call waits. Restore the row from a backup.`,
    { details: { instanceId } },
  );
}
