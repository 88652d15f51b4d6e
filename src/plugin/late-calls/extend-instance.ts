import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import serialize, { TypeResolver } from 'moddle-context-serializer';
import { StepError } from '../../errors.ts';
import { describeTree } from '../../model/moddle/change-tree.ts';
import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import type { ParsedBpmn } from '../../model/moddle/parse-bpmn.ts';
import { NOTHING_LEFT_OVER } from '../../model/moddle/parse-leftovers.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { expandCall } from '../../model/prepare/calls/expand-call.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { readModel, requireModel } from '../../model/read-model.ts';
import { composeEngineOptions, type EngineParts } from '../live/caller-engine.ts';
import { createExtendFn } from '../live/parser-hooks.ts';
import type { PluginOptions } from '../live/plugin-options.ts';
import { type PluginState, readPluginState, writePluginState } from '../live/plugin-snapshot.ts';
import { type PluginConfig, readOptionsOf, readPluginOptions } from '../live/read-plugin-options.ts';
import { removeNonExecutable } from '../live/remove-non-executable.ts';
import { type FindProcess, findCalled, type WaitingCall } from './find-called.ts';

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

/** A diagram, as the engine of a host has it in its state, and its model. */
export interface SerializedSource {
  readonly model: ProcessModel;
  readonly source: string;
}

/**
 * Reads a diagram that was accepted before, as an engine with the options of its host reads its source.
 * @param parsed the tree of `xml`; it is consumed
 * @throws {ModelError} `ERR_MODEL_REFUSED`
 */
async function serializeSource(
  xml: string,
  parsed: ParsedBpmn,
  modelOptions: ModelOptions,
  engine: EngineParts,
): Promise<SerializedSource> {
  const found: { model?: ProcessModel } = {};
  const ownExtendFn = createExtendFn((definitions: ModdleDefinitions) => {
    const leftovers = definitions === parsed.definitions ? parsed.leftovers : NOTHING_LEFT_OVER;
    const read = readModel({ definitions, leftovers }, { ...modelOptions, accepted: true });
    const { model } = requireModel(read);
    found.model = model;
    if (read.diagram) removeNonExecutable(definitions, read.diagram);
    return model.processId;
  });
  const options = composeEngineOptions({}, ownExtendFn, engine);
  const types = TypeResolver({ ...elements, ...options.elements }, options.typeResolver);
  // Only its own parser gives the extensions of a host that has descriptors the types that they have at the start.
  const hasDescriptors = Object.keys(options.moddleOptions).length > 0;
  const tree = hasDescriptors
    ? await new BpmnModdle(options.moddleOptions).fromXML(xml.trim())
    : describeTree(parsed.definitions);
  const extendFn = options.extendFn as Parameters<typeof serialize>[2];
  const source = serialize(tree, types, extendFn).serialize();
  if (found.model === undefined) throw new TypeError('The diagram has no process.');
  return { model: found.model, source };
}

/** The states of an engine and its plugin, as they are stored together. */
export interface EngineStates<State extends object> {
  /** What `engine.getState()` returned. */
  readonly state: State;
  /** What `plugin.snapshot()` returned at the same moment. */
  readonly snapshot: string;
}

/**
 * Draws the process of a waiting call into the diagram of a running instance. A diagram that an engine has loaded cannot
 * change, so the instance moves: stop its engine, and recover a new engine and a new plugin from the returned states. The
 * token then enters the process, and is reported as in a bridge. Nothing may reach the old plugin after its states were
 * taken: it would be lost.
 *
 * Deterministic, and changes nothing. If the process dies before the returned states are stored, the plugin that is
 * recovered from the earlier ones hands out the same call again.
 * @param options those with which the plugin was created
 * @param waiting the call from `onCall`, and both states
 * @param findProcess asked for the called process, if the file of the call does not contain it
 * @returns undefined if the instance does not wait at this call any more
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: `findProcess` returned nothing; call it again when there is one.
 * `ERR_CONFIG_INVALID`: the options are invalid
 * @throws {ModelError} `ERR_MODEL_REFUSED`, `ERR_MODEL_UNREADABLE`: the process cannot run
 * @throws {StepError} `ERR_CALL_TOO_DEEP`: calls that never end; `ERR_STEP_FAILED`: the process has no start event by which
 * it can be called; `ERR_SNAPSHOT_INVALID`: the snapshot cannot be read
 */
export async function enterCall<State extends object>(
  options: PluginOptions,
  { call, state, snapshot }: EngineStates<State> & { readonly call: WaitingCall },
  findProcess: FindProcess,
): Promise<EngineStates<State> | undefined> {
  const config = readPluginOptions(options);
  const { instanceId } = config;
  if (call.instanceId !== instanceId)
    throw new StepError(
      'ERR_STEP_FAILED',
      `The call ${call.callId} is of instance ${call.instanceId}, not of ${instanceId}.`,
    );
  const plugin = readPluginState(snapshot, instanceId);
  const extended = await extendInstance({ state, plugin }, call.executionId, findProcess, config);
  return extended && { state: extended.state as State, snapshot: writePluginState(extended.plugin) };
}
