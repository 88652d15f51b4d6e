/** Draws processes into the diagrams of running instances, in engines that their hosts own. */
import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import serialize, { type SerializableContext, TypeResolver } from 'moddle-context-serializer';
import { describeTree } from '../../model/moddle/change-tree.ts';
import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import type { ParsedBpmn } from '../../model/moddle/parse-bpmn.ts';
import { NOTHING_LEFT_OVER } from '../../model/moddle/parse-leftovers.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { expandCall } from '../../model/prepare/calls/expand-call.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { readModel, requireModel } from '../../model/read-model.ts';
import type { EnteredCall } from '../apply/enter-called-process.ts';
import { composeEngineOptions, type EngineParts } from '../live/caller-engine.ts';
import { createExtendFn } from '../live/parser-hooks.ts';
import { type PluginConfig, readOptionsOf } from '../live/read-plugin-options.ts';
import { removeNonExecutable } from '../live/remove-non-executable.ts';
import type { CalledProcessFile, LateCallState } from './find-called.ts';

/** A diagram into which the process of a call was drawn. */
export interface DrawnIn {
  readonly model: ProcessModel;
  /** As the engine reads it. */
  readonly diagram: SerializableContext;
  readonly lateCalls: LateCallState;
}

/**
 * Draws the process of a waiting call into the diagram of an instance. Deterministic, and changes nothing.
 * @param waitId id of the node in which the token of the call waits
 * @returns how the token goes on, and the diagram; without `drawn`, the process is in the diagram already
 * @throws {ModelError} the process cannot run
 * @throws {StepError} `ERR_CALL_TOO_DEEP`, `ERR_STEP_FAILED`: it cannot be called
 */
export async function drawIn(
  waitId: string,
  found: CalledProcessFile,
  lateCalls: LateCallState,
  config: PluginConfig,
): Promise<{ readonly way: Omit<EnteredCall, 'executionId'>; readonly drawn?: DrawnIn }> {
  const { xml, parsed, ...way } = await expandCall(lateCalls.extended ?? lateCalls.file, waitId, found);
  if (parsed === undefined) return { way };
  const { model, diagram } = await readDiagram(xml, parsed, readOptionsOf(config), config.engine);
  const callsItself = [...model.services.values()].some(
    ({ call }) =>
      call?.file !== undefined && 'definitionId' in call.file && call.file.definitionId === found.definitionId,
  );
  const files = callsItself ? { ...lateCalls.files, [found.definitionId]: found.file } : lateCalls.files;
  return { way, drawn: { model, diagram, lateCalls: { ...lateCalls, extended: xml, files } } };
}

/**
 * Reads a diagram that was accepted before, as an engine with the options of its host reads its source.
 * @param parsed the tree of `xml`; it is consumed
 * @throws {ModelError} `ERR_MODEL_REFUSED`
 */
async function readDiagram(
  xml: string,
  parsed: ParsedBpmn,
  modelOptions: ModelOptions,
  engine: EngineParts,
): Promise<Pick<DrawnIn, 'model' | 'diagram'>> {
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
  const diagram = serialize(tree, types, extendFn);
  if (found.model === undefined) throw new TypeError('The diagram has no process.');
  return { model: found.model, diagram };
}
