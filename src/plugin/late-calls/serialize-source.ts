import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import serialize, { TypeResolver } from 'moddle-context-serializer';
import { describeTree } from '../../model/moddle/describe-tree.ts';
import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import type { ParsedBpmn } from '../../model/moddle/parse-bpmn.ts';
import { NOTHING_LEFT_OVER } from '../../model/moddle/parse-leftovers.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { readModel } from '../../model/read-model.ts';
import { requireModel } from '../../model/require-model.ts';
import { createExtendFn } from '../engine/parser-hooks.ts';
import { removeNonExecutable } from '../engine/remove-non-executable.ts';
import { composeEngineOptions, type EngineParts } from '../live/caller-engine.ts';

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
export async function serializeSource(
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
